import { Button } from '../Button.tsx'

type Props = { title: string; actions: { label: string; onPress: () => void; isBusy?: boolean }[] }

/** Replaces a whole screen. The first action is the primary one. */
export function ErrorPage({ title, actions }: Props) {
  return (
    <div role="alert" className="page">
      <div className="mx-auto mt-12 flex max-w-100 flex-col items-center gap-4 rounded-card border bg-surface p-8 text-center">
        <p className="text-title">{title}</p>
        <div className="flex gap-2">
          {actions.map(({ label, onPress, isBusy }, index) => (
            <Button
              key={label}
              variant={index === 0 ? 'primary' : 'secondary'}
              isBusy={isBusy}
              onPress={onPress}
            >
              {label}
            </Button>
          ))}
        </div>
      </div>
    </div>
  )
}
