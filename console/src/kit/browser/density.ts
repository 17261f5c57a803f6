import { createPreference } from './preferences.ts'

/** The spacing of lists and cards. `startup.js` applies it before the first paint. */
export const density = createPreference('density', ['comfortable', 'compact'])

density.subscribe(() => {
  document.documentElement.dataset.density = density.get()
})
