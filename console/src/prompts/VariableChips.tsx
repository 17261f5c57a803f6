import type { Prompt } from '@aichat/contracts/ai/prompts'
import { Plus } from 'lucide-react'
import { useId } from 'react'
import { Button } from '../ui/Button.tsx'
import { Tooltip } from '../ui/overlay/Tooltip.tsx'

type Props = {
  variables: Prompt['variables']
  onInsert: (name: string) => void
}

export function VariableChips({ variables, onInsert }: Props) {
  const id = useId()
  return (
    <div className="flex flex-col gap-1.5">
      <p id={id} className="font-strong">
        Variables
      </p>
      <ul aria-labelledby={id} className="flex flex-wrap gap-1.5">
        {variables.map((variable) => (
          <li key={variable.name} className="max-w-full">
            <Tooltip text={variable.description}>
              <Button
                size="compact"
                className="font-mono"
                label={`Insert {${variable.name}}`}
                icon={<Plus aria-hidden size={12} />}
                onPress={() => onInsert(variable.name)}
              >{`{${variable.name}}`}</Button>
            </Tooltip>
          </li>
        ))}
      </ul>
    </div>
  )
}
