import { type WidgetConfig, type WidgetPatch, widgetRoutes } from '@aichat/contracts/widget/widget'
import { useQuery } from '@tanstack/react-query'
import { cache } from '../kit/cache.ts'
import { api } from '../kit/http/api.ts'

const calls = api(widgetRoutes)

function widgetKey(widgetId: string) {
  return ['widget', widgetId] as const
}

export function useWidgetConfig(widgetId: string) {
  return useQuery({
    queryKey: widgetKey(widgetId),
    queryFn: ({ signal }) => calls.get({ params: { widgetId }, signal }),
    // The editor keeps unsaved edits on top of the config, so a background reload has no benefit.
    refetchOnWindowFocus: false,
  })
}

export async function saveWidget(
  widgetId: string,
  body: WidgetPatch,
  keepalive: boolean,
): Promise<WidgetConfig> {
  const config = await calls.save({ params: { widgetId }, body, keepalive })
  cacheWidgetConfig(config)
  return config
}

/** Writes a config from a response to the query cache. */
export function cacheWidgetConfig(config: WidgetConfig) {
  cache.setQueryData(widgetKey(config.id), config)
}
