import { createPreference } from './preferences.ts'

/** How much stands on a screen. `theme.js` sets it before the first paint. */
export const density = createPreference('density', ['comfortable', 'compact'])

density.subscribe(() => {
  document.documentElement.dataset.density = density.get()
})
