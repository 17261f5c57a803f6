import { type AgentProfile, agentProfileLimits, agentTones } from '@aichat/contracts/ai/agent-profile'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { Notice } from '../ui/feedback/Notice.tsx'
import { RadioCards } from '../ui/forms/RadioCards.tsx'
import { TextArea } from '../ui/forms/TextArea.tsx'
import { TextInput } from '../ui/forms/TextInput.tsx'
import { renderGreeting } from './greeting.ts'

const samples: Record<(typeof agentTones)[number], string> = {
  Professional: 'Your order ships within two working days.',
  Friendly: 'Good news, it ships in two days!',
  Technical: 'Ships in 48 h, tracked, from the EU hub.',
}

const tones = agentTones.map((tone) => ({ value: tone, label: tone, detail: samples[tone] }))

type Props = { form: UseFormReturn<AgentProfile>; error: string | null }

export function ProfileFields({ form, error }: Props) {
  const { errors } = form.formState
  const greeting = renderGreeting(form.watch())
  return (
    <>
      {error && <Notice>{error}</Notice>}
      <TextInput
        label="Agent name"
        isRequired
        autoComplete="off"
        maxLength={agentProfileLimits.agentName}
        error={errors.agentName?.message}
        {...form.register('agentName')}
      />
      <TextInput
        label="Company"
        autoComplete="off"
        maxLength={agentProfileLimits.companyName}
        error={errors.companyName?.message}
        {...form.register('companyName')}
      />
      <Controller
        control={form.control}
        name="tone"
        render={({ field }) => (
          <RadioCards label="Tone" columns={3} cards={tones} value={field.value} onChange={field.onChange} />
        )}
      />
      <TextArea
        label="Role"
        maxLength={agentProfileLimits.text}
        error={errors.roleDescription?.message}
        {...form.register('roleDescription')}
      />
      <TextArea
        label="Greeting template"
        maxLength={agentProfileLimits.text}
        hint={
          <>
            Use <code>{'{companyName}'}</code> and <code>{'{agentName}'}</code> as placeholders.
            {greeting && <span className="mt-1 block text-ink-2 italic">{greeting}</span>}
          </>
        }
        error={errors.greetingTemplate?.message}
        {...form.register('greetingTemplate')}
      />
      <TextArea
        label="Style guide"
        maxLength={agentProfileLimits.text}
        error={errors.styleGuide?.message}
        {...form.register('styleGuide')}
      />
      <TextArea
        label="Description"
        maxLength={agentProfileLimits.text}
        error={errors.description?.message}
        {...form.register('description')}
      />
      <TextArea
        label="Instructions"
        maxLength={agentProfileLimits.text}
        error={errors.instructions?.message}
        {...form.register('instructions')}
      />
    </>
  )
}
