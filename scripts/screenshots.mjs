// Takes the pictures of docs/screenshots from a demo company: `npm run screenshots`, or with another folder as the argument.
import path from 'node:path'
import { build } from './build.mjs'
import { install, root, run } from './install.mjs'
import { hasChromium } from './test-runners.mjs'

install()
await build()
if (!hasChromium()) throw new Error('Chromium is missing (Debian: apt-get install chromium-headless-shell).')

const [folder] = process.argv.slice(2)
const target = folder
  ? path.resolve(process.env.INIT_CWD || process.cwd(), folder)
  : path.join(root, 'docs/screenshots')
run(
  process.execPath,
  ['node_modules/@playwright/test/cli.js', 'test', '--config=e2e/screenshots.config.ts'],
  { env: { ...process.env, SCREENSHOTS_FOLDER: target } },
)
