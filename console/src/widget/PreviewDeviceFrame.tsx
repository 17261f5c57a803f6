import type { PreviewDevice, PreviewTheme } from '@aichat/contracts/widget/preview'
import clsx from 'clsx'
import type { ReactNode } from 'react'

const lines = ['w-2/3', 'w-full', 'w-11/12', 'w-4/5', 'w-3/5']
/** The website has the theme of the preview, which may differ from that of the console. */
const colors: Record<PreviewTheme, string> = {
  light: 'bg-white [--block:#ebf0f5]',
  dark: 'bg-[#141c24] [--block:#22303c]',
}

type Props = { host: string | null; device: PreviewDevice; theme: PreviewTheme; children: ReactNode }

/** What the widget is shown in front of: a browser window with a sketch of a website, or a phone, which the chat covers. */
export function PreviewDeviceFrame({ host, device, theme, children }: Props) {
  const isPhone = device === 'phone'
  return (
    <div
      className={clsx(
        'w-full overflow-hidden',
        isPhone
          ? 'max-w-100 md:box-content md:rounded-[40px] md:border-12 md:border-[#1b2530]'
          : 'rounded-card border bg-surface',
      )}
    >
      {!isPhone && <AddressBar host={host} />}
      <div className={clsx('relative', colors[theme])}>
        {!isPhone && <Website />}
        {children}
      </div>
    </div>
  )
}

function AddressBar({ host }: Pick<Props, 'host'>) {
  return (
    <div aria-hidden className="flex h-8 items-center gap-1.5 border-b px-3 max-md:hidden">
      <span className="size-2.5 rounded-pill bg-sunken" />
      <span className="size-2.5 rounded-pill bg-sunken" />
      <span className="size-2.5 rounded-pill bg-sunken" />
      <span className="ms-2 min-w-0 truncate rounded-pill bg-sunken px-3 text-caption text-muted">
        {host ?? 'your-website.example'}
      </span>
    </div>
  )
}

function Website() {
  return (
    <div aria-hidden className="absolute inset-0 flex flex-col gap-4 overflow-hidden p-5">
      <div className="flex items-center justify-between gap-4">
        <Block className="h-5 w-24" />
        <Block className="h-3 w-40" />
      </div>
      <Block className="h-28 w-full shrink-0" />
      {lines.map((width) => (
        <Block key={width} className={clsx('h-3 shrink-0', width)} />
      ))}
      <div className="grid grid-cols-3 gap-4">
        <Block className="h-24" />
        <Block className="h-24" />
        <Block className="h-24" />
      </div>
    </div>
  )
}

function Block({ className }: { className: string }) {
  return <div className={clsx('rounded-badge bg-(--block)', className)} />
}
