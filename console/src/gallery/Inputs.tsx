import { Ellipsis, Pencil, Plus, Rocket, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { CopyIcon } from '../ui/CopyIcon.tsx'
import { RetryButton } from '../ui/feedback/RetryButton.tsx'
import { ColorField } from '../ui/forms/ColorField.tsx'
import { PasswordInput } from '../ui/forms/PasswordInput.tsx'
import { RadioCards } from '../ui/forms/RadioCards.tsx'
import { SearchField } from '../ui/forms/SearchField.tsx'
import { SegmentedControl } from '../ui/forms/SegmentedControl.tsx'
import { Select } from '../ui/forms/Select.tsx'
import { Switch } from '../ui/forms/Switch.tsx'
import { TextArea } from '../ui/forms/TextArea.tsx'
import { TextInput } from '../ui/forms/TextInput.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Kbd } from '../ui/Kbd.tsx'
import { Menu } from '../ui/overlay/Menu.tsx'
import { Tooltip } from '../ui/overlay/Tooltip.tsx'
import { Section } from './Section.tsx'

const options = [
  { value: 'one', label: 'One' },
  { value: 'two', label: 'Two' },
] as const
const variants = ['primary', 'secondary', 'ghost', 'danger', 'danger-ghost'] as const
const noop = () => undefined

/** Buttons, fields and selection controls. */
export function Inputs() {
  const [isOn, setOn] = useState(true)
  const [choice, setChoice] = useState<'one' | 'two'>('one')
  const [text, setText] = useState('Example')
  const [color, setColor] = useState('#1769a0')
  return (
    <>
      {variants.map((variant) => (
        <Section key={variant} title={`Button, ${variant}`}>
          <Button variant={variant} icon={<Plus aria-hidden size={16} />}>
            Default
          </Button>
          <Button variant={variant} size="compact">
            Compact
          </Button>
          <Button variant={variant} isBusy>
            Busy
          </Button>
          <Button variant={variant} isDisabled>
            Disabled
          </Button>
          <Tooltip text="Please select a template before publishing">
            <Button variant={variant} icon={<Rocket aria-hidden size={16} />} isBlocked>
              Blocked, with the reason
            </Button>
          </Tooltip>
        </Section>
      ))}
      <Section title="IconButton, Menu, CopyIcon, RetryButton, Kbd">
        <IconButton label="Edit">
          <Pencil aria-hidden strokeWidth={1.75} />
        </IconButton>
        <IconButton label="Delete" tone="danger">
          <Trash2 aria-hidden strokeWidth={1.75} />
        </IconButton>
        <IconButton label="Not now" isDisabled>
          <Pencil aria-hidden strokeWidth={1.75} />
        </IconButton>
        <Menu
          label="More options"
          icon={<Ellipsis aria-hidden strokeWidth={1.75} />}
          choices={[
            { key: 'edit', label: 'Edit', onChoose: noop },
            { key: 'delete', label: 'Delete', onChoose: noop, isDanger: true },
          ]}
        />
        <CopyIcon text="copied" label="Copy" />
        <RetryButton onPress={noop} />
        <Kbd keys="Mod+Shift+A" />
        <Kbd keys="G D" />
      </Section>
      <Section title="Fields">
        <div className="flex w-full flex-col gap-4">
          <TextInput label="Text" hint="A hint" defaultValue="Example" />
          <TextInput label="Wrong" isRequired error="Project name is required" defaultValue="" />
          <TextInput
            label="Counted"
            maxLength={10}
            counted={text.length}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <TextInput label="Read only" readOnly value="Example" />
          <PasswordInput label="Password" />
          <TextArea label="Longer text" maxLength={200} counted={190} defaultValue="It grows." />
          <SearchField label="Search" placeholder="Filter…" value={text} onChange={setText} />
          <Select label="Select" value={choice} options={options} onChange={setChoice} />
          <ColorField label="Color" value={color} onChange={setColor} />
        </div>
      </Section>
      <Section title="Switch, SegmentedControl, RadioCards">
        <Switch isSelected={isOn} onChange={setOn}>
          Switch
        </Switch>
        <Switch tone="ai" isSelected={!isOn} onChange={(on) => setOn(!on)}>
          AI
        </Switch>
        <Switch isSelected={false} isDisabled onChange={noop}>
          Disabled
        </Switch>
        <SegmentedControl label="Segments" value={choice} options={options} onChange={setChoice} />
        <RadioCards
          label="Cards"
          value={choice}
          cards={[
            { value: 'one', label: 'One', detail: 'With a line of detail' },
            { value: 'two', label: 'Two' },
          ]}
          onChange={setChoice}
        />
      </Section>
    </>
  )
}
