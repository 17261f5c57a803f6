import type { PublicConfig } from '@aichat/contracts/visitors'
import type { WidgetContent } from '@aichat/contracts/widget'

/** Throws when the widget is not published or the server cannot be reached. */
export async function fetchConfig(origin: string, publicKey: string): Promise<WidgetContent> {
  const response = await fetch(`${origin}/api/public/${encodeURIComponent(publicKey)}`)
  const { data }: { data: PublicConfig } = await response.json()
  return data.config
}
