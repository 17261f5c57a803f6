import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { logOut } from '../auth/queries.ts'
import { type Action, useActions } from '../kit/actions.ts'
import { density } from '../kit/browser/density.ts'
import { doNotDisturb, type Preference, sidebar, sound, usePreference } from '../kit/browser/preferences.ts'
import { theme } from '../kit/browser/theme.ts'
import { useMediaQuery, wideQuery } from '../kit/browser/use-media-query.ts'
import { invitePath } from '../paths.ts'
import { destinations, moreDestinations } from './navigation.ts'
import type { Overlay } from './overlay.ts'
import { shellKeys } from './shortcuts.ts'

/** Registers the actions that are available on every screen. */
export function useShellActions(open: (overlay: Overlay) => void) {
  const navigate = useNavigate()
  const preferences = usePreferenceActions()
  const actions = useMemo<Action[]>(
    () => [
      ...[...destinations, ...moreDestinations].map(
        ({ to, label, keywords, keys }): Action => ({
          label,
          keywords,
          group: 'Go to',
          keys,
          run: () => navigate(to),
        }),
      ),
      {
        label: 'New Project',
        keywords: 'add, create, website, widget, bot',
        group: 'Actions on this page',
        keys: shellKeys.newProject,
        permission: 'projects.manage',
        run: () => open('project'),
      },
      {
        label: 'Invite a teammate',
        keywords: 'add, user, agent, colleague, member, invitation',
        group: 'Actions on this page',
        permission: 'team.manage',
        run: () => navigate(invitePath),
      },
      ...preferences,
      {
        label: 'My Profile',
        keywords: 'account, name, email, picture',
        group: 'Preferences',
        run: () => open('profile'),
      },
      { label: 'Change Password', group: 'Preferences', run: () => open('password') },
      { label: 'Logout', keywords: 'sign out, log out', group: 'Preferences', run: logOut },
      {
        label: 'Keyboard shortcuts',
        keywords: 'hotkeys, keys',
        group: 'Help',
        keys: shellKeys.sheet,
        run: () => open('shortcuts'),
      },
      {
        label: 'Command palette',
        group: 'Help',
        keys: shellKeys.palette,
        run: () => open('palette'),
        isShortcutOnly: true,
      },
    ],
    [navigate, open, preferences],
  )
  useActions(actions)
}

/** One action for each value that is not the current one. */
function usePreferenceActions(): Action[] {
  const chosenTheme = usePreference(theme)
  const chosenDensity = usePreference(density)
  const sounds = usePreference(sound)
  const quiet = usePreference(doNotDisturb)
  const side = usePreference(sidebar)
  const isWide = useMediaQuery(wideQuery)
  return useMemo(() => {
    const offer = <Value extends string>(
      { set }: Preference<Value>,
      now: Value,
      labels: Record<Value, string>,
    ): Action[] =>
      (Object.keys(labels) as Value[])
        .filter((value) => value !== now)
        .map((value) => ({ label: labels[value], group: 'Preferences', run: () => set(value) }))
    return [
      ...offer(theme, chosenTheme, { system: 'System theme', light: 'Light theme', dark: 'Dark theme' }),
      ...offer(density, chosenDensity, { comfortable: 'Comfortable density', compact: 'Compact density' }),
      ...offer(sound, sounds, { on: 'Turn sound on', off: 'Turn sound off' }),
      ...offer(doNotDisturb, quiet, { on: 'Turn on do not disturb', off: 'Turn off do not disturb' }),
      ...(isWide ? offer(sidebar, side, { wide: 'Expand sidebar', rail: 'Collapse sidebar' }) : []).map(
        (action) => ({ ...action, keys: shellKeys.sidebar }),
      ),
    ]
  }, [chosenTheme, chosenDensity, sounds, quiet, side, isWide])
}
