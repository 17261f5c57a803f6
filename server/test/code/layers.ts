import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Imports of a higher layer, or of a folder that is not a layer, as `importer → imported`. Layers are folders and files of `root`,
 * lowest first. Every layer may import the files in `shared`, and what is outside of `root`.
 */
export function findLayerViolations(root: string, layers: string[], shared: string[] = []): string[] {
  return layers.flatMap((name, layer) =>
    listFiles(path.join(root, name)).flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/from '(\.[^']+)'/g)].flatMap((match) => {
        const target = path.relative(root, path.resolve(path.dirname(file), match[1] as string))
        const folder = target.split(path.sep)[0] as string
        if (folder === '..' || shared.includes(folder)) return []
        const at = layers.indexOf(folder)
        return at >= 0 && at <= layer ? [] : [`${path.relative(root, file)} → ${target}`]
      }),
    ),
  )
}

/** The paths of all source files in a folder and below it, tests excluded. The path of a file is returned alone. */
export function listFiles(folder: string): string[] {
  if (/\.tsx?$/.test(folder)) return [folder]
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name)
    if (entry.isDirectory()) return listFiles(file)
    return /(?<!\.test)\.tsx?$/.test(entry.name) ? [file] : []
  })
}
