import { existsSync } from 'node:fs'
import path from 'node:path'
import { root } from './install.mjs'

/** Reads settings from the file .env of this folder, where there is one. Variables of the environment have precedence. */
export function loadEnv() {
  const file = path.join(root, '.env')
  if (existsSync(file)) process.loadEnvFile(file)
}
