import { preference } from './preferences.ts'

/** How much stands on a screen. `theme.js` sets it before the first paint. */
export const density = preference('density', ['comfortable', 'compact'])

density.subscribe(() => {
  document.documentElement.dataset.density = density.current()
})
