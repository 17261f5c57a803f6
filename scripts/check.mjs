import { install, run } from './install.mjs'

install()
const node = (script, ...args) => run(process.execPath, [script, ...args])

for (const part of ['contracts', 'server', 'console', 'widget', 'e2e', 'bench', 'packages/widget']) {
  console.log(`  Types of ${part}`)
  node('node_modules/typescript/bin/tsc', '-p', part)
}
console.log('  Format and lint')
node('node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.')
console.log('  Unused code')
node('node_modules/knip/bin/knip.js')
console.log('  Layers')
node(
  'node_modules/vitest/vitest.mjs',
  'run',
  '--project',
  'unit',
  '--project',
  'browser-code',
  'layers.test.ts',
)
console.log('  Sizes')
const { build } = await import('./build.mjs')
await build()
await import('./sizes.mjs')
