import { sessionTimings } from '@aichat/contracts/chat/sessions'
import { Search } from 'lucide-react'
import { type KeyboardEvent, useLayoutEffect, useState } from 'react'
import { Autocomplete } from 'react-aria-components/Autocomplete'
import { Collection } from 'react-aria-components/Collection'
import { Dialog } from 'react-aria-components/Dialog'
import { Header, Menu, MenuItem, MenuSection } from 'react-aria-components/Menu'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { Input, SearchField } from 'react-aria-components/SearchField'
import { useNavigate } from 'react-router'
import { type Action, getCurrentActions } from '../kit/actions.ts'
import { isComposing } from '../kit/browser/keys.ts'
import { currentUserCan } from '../kit/permissions.ts'
import { useDebounced } from '../kit/use-debounced.ts'
import { useProjects } from '../projects/queries.ts'
import { useSessions } from '../sync/session-queries.ts'
import { Kbd } from '../ui/Kbd.tsx'
import { type Command, createCommandGroups, filterGroups } from './commands.ts'
import { addRecentCommand, listRecentCommands } from './recent-commands.ts'
import { settingsSections } from './settings-sections.ts'

export function CommandPalette({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  // Captured when the palette opens, so that the list does not change while it is open.
  const [actions] = useState(() => [...getCurrentActions(), ...listSettings(navigate)])
  const [recent] = useState(listRecentCommands)
  useLayoutEffect(ignoreRestingPointer, [])
  const search = useDebounced(typed.trim(), sessionTimings.searchDebounceMs)
  const { data: projects = [] } = useProjects()
  const { data: page } = useSessions({ status: 'active', search })
  const all = createCommandGroups({
    actions,
    sessions: page?.sessions ?? [],
    search,
    projects,
    open: navigate,
  })
  const groups = filterGroups(all, typed, recent)

  function choose(id: string) {
    const command = all.flatMap(({ commands }) => commands).find((one) => one.id === id)
    addRecentCommand(id)
    onClose()
    // Deferred until the palette has closed, because the command may open a dialog that takes the focus.
    setTimeout(() => command?.run())
  }

  /** Overrides the browser's own shortcut for these keys. */
  function onKeyDown(event: KeyboardEvent) {
    if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return
    event.preventDefault()
    onClose()
  }

  return (
    <ModalOverlay
      isOpen
      onOpenChange={(open) => open || onClose()}
      isDismissable
      className="fixed inset-0 z-40 flex animate-fade items-start justify-center bg-backdrop p-3 pt-[12dvh]"
    >
      <Modal className="flex max-h-[70dvh] w-full max-w-140 animate-rise flex-col overflow-hidden rounded-dialog border bg-raised shadow-dialog">
        <Dialog aria-label="Command palette" className="flex min-h-0 flex-col outline-none">
          {/* biome-ignore lint/a11y/noStaticElementInteractions: it only handles keys of the field inside */}
          <div
            onKeyDown={onKeyDown}
            // Enter that confirms a word must not run a command.
            onKeyDownCapture={(event) => isComposing(event.nativeEvent) && event.stopPropagation()}
            className="flex min-h-0 flex-col"
          >
            <Autocomplete inputValue={typed} onInputChange={setTyped}>
              <PaletteField />
              <Menu
                aria-label="Commands"
                items={groups.map((group) => ({ ...group, id: group.name }))}
                onAction={(id) => choose(String(id))}
                renderEmptyState={() => <p className="px-2 py-6 text-center text-ink-2">No results</p>}
                className="min-h-0 flex-1 overflow-y-auto p-2 outline-none"
              >
                {(group) => (
                  <MenuSection id={group.name} className="not-last:mb-2">
                    <Header className="px-2 py-1 text-caption font-strong text-muted">{group.name}</Header>
                    <Collection items={group.commands}>
                      {(command) => (
                        <MenuItem
                          id={command.id}
                          textValue={command.label}
                          className="flex min-h-9 cursor-pointer items-center gap-3 rounded-control px-2 py-1 outline-none data-[focused]:bg-selected touch:min-h-11"
                        >
                          <CommandContent command={command} />
                        </MenuItem>
                      )}
                    </Collection>
                  </MenuSection>
                )}
              </Menu>
            </Autocomplete>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

/**
 * Until the pointer moves, it selects no item: an item that appears below it would be run by Enter. Returns a function that ends
 * this.
 */
function ignoreRestingPointer() {
  const ignore = (event: Event) => event.stopPropagation()
  const onMove = ({ movementX, movementY }: PointerEvent) => (movementX !== 0 || movementY !== 0) && end()
  // React derives both enter and leave from either of them.
  const hoverEvents = ['pointerover', 'pointerout']
  function end() {
    for (const name of hoverEvents) window.removeEventListener(name, ignore, true)
    window.removeEventListener('pointermove', onMove, true)
  }
  for (const name of hoverEvents) window.addEventListener(name, ignore, true)
  window.addEventListener('pointermove', onMove, true)
  return end
}

function PaletteField() {
  return (
    <SearchField
      autoFocus
      aria-label="What do you want to do?"
      className="flex shrink-0 items-center gap-3 border-b px-4"
    >
      <Search aria-hidden size={18} strokeWidth={1.75} className="shrink-0 text-muted" />
      <Input
        placeholder="Search or jump to…"
        className="h-13 min-w-0 flex-1 bg-transparent text-field outline-none [&::-webkit-search-cancel-button]:hidden"
      />
    </SearchField>
  )
}

function CommandContent({ command: { label, snippet, detail, keys } }: { command: Command }) {
  return (
    <>
      <span className="min-w-0 flex-1">
        <span dir="auto" className="block truncate">
          {label}
        </span>
        {snippet && (
          <span dir="auto" className="block truncate text-ink-2">
            {snippet}
          </span>
        )}
      </span>
      {detail && <span className="max-w-40 shrink-0 truncate text-ink-2">{detail}</span>}
      {keys && <Kbd keys={keys} />}
    </>
  )
}

function listSettings(open: (path: string) => void): Action[] {
  return settingsSections
    .filter(({ permission }) => !permission || currentUserCan(permission))
    .map(({ to, label, keywords }) => ({ label, keywords, group: 'Go to', run: () => open(to) }))
}
