import { RetryButton } from '../ui/feedback/RetryButton.tsx'
import { Switch } from '../ui/forms/Switch.tsx'
import { useFaqs, useToggleFaqs } from './queries.ts'

/** A failure shows no text and only offers a retry. */
export function FaqSwitch({ projectId }: { projectId: string }) {
  const { data, isError, refetch } = useFaqs(projectId)
  const toggle = useToggleFaqs(projectId)
  return (
    <div className="flex items-center gap-2">
      <Switch
        isSelected={data?.faqEnabled ?? false}
        isDisabled={!data}
        onChange={(isOn) => toggle.mutate(isOn)}
        className="flex-1"
      >
        Show FAQs in the widget
      </Switch>
      {!data && isError && <RetryButton onPress={refetch} />}
      {toggle.isError && <RetryButton onPress={() => toggle.mutate(toggle.variables)} />}
    </div>
  )
}
