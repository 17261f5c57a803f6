import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** Small parts that the list of projects has and most other screens too: each would be a file of a few hundred bytes. */
const smallModules =
  /console.src.(?:ui.(?:Avatar|Badge|Brand|CopyIcon|CountPill|ExternalLink|Kbd|LinkButton|use-copy|overlay.(?:Menu|EditDeleteMenu)|forms.SearchField|feedback.LazyListItem)|sync.session-queries)\.tsx?$/

const server = `http://localhost:${process.env.PORT || 3000}`

export default defineConfig(({ command }) => {
  // A build started by a test runner inherits its NODE_ENV, and would bundle the development build of React.
  if (command === 'build') process.env.NODE_ENV = 'production'
  return {
    plugins: [react(), tailwindcss(), emojiData(), removeServerFields()],
    // The console's CSP forbids data: URLs for fonts and scripts.
    build: {
      manifest: true,
      assetsInlineLimit: 0,
      // A browser without modulepreload loads the same files a little later.
      modulePreload: { polyfill: false },
      target: 'es2022',
      // Modules that most screens share are smaller in one file than in a file for each combination of screens.
      rolldownOptions: {
        output: {
          codeSplitting: {
            groups: [
              { name: 'icons', test: /lucide-react/, minShareCount: 4 },
              { name: 'shared', test: /console.src.(?:ui|kit)/, minShareCount: 14 },
              { name: 'small', test: smallModules },
            ],
          },
        },
      },
    },
    server: {
      port: Number(process.env.CONSOLE_PORT || 5173),
      strictPort: true,
      proxy: {
        '/api': server,
        '/widgets': server,
        '/widget-files': server,
        '/socket.io': { target: server, ws: true },
      },
    },
  }
})

/** Serves the emoji names that the picker and the composer fetch on first use, so that no third party is involved. */
function emojiData(): Plugin {
  const files = ['en/data.json', 'en/messages.json', 'en/shortcodes/github.json']
  const read = (file: string) =>
    readFileSync(fileURLToPath(import.meta.resolve(`emojibase-data/${file}`)), 'utf8')
  return {
    name: 'emoji-data',
    generateBundle() {
      for (const file of files) {
        this.emitFile({ type: 'asset', fileName: `emojibase/${file}`, source: read(file) })
      }
    },
    configureServer({ middlewares }) {
      middlewares.use('/emojibase', (request, response, next) => {
        const file = files.find((one) => request.url === `/${one}`)
        if (file) response.setHeader('Content-Type', 'application/json').end(read(file))
        else next()
      })
    },
  }
}

type Node = { type: string; start: number; end: number; [key: string]: unknown }
/** A spread has no key. */
type Property = Node & { key?: Node & { name?: string } }

/** What only the server reads of a route: who may call it, and its description in the API reference. */
const serverFields = ['summary', 'access', 'scope']

/** Removes fields of the routes that the console does not read: about 2 kB of the first screen after gzip. */
function removeServerFields(): Plugin {
  return {
    name: 'remove-server-fields',
    apply: 'build',
    transform(code, id) {
      if (!id.includes('/contracts/src/')) return null
      const removed = findRouteProperties(this.parse(code) as unknown as Node).filter(({ key }) =>
        serverFields.includes(key?.name ?? ''),
      )
      let rest = code
      for (const { start, end } of removed.toSorted((one, other) => other.start - one.start)) {
        const after = /^\s*,?/.exec(rest.slice(end))?.[0].length ?? 0
        rest = rest.slice(0, start) + rest.slice(end + after)
      }
      return removed.length > 0 ? { code: rest, map: null } : null
    },
  }
}

/** The properties of the object literals that have a method and a path. */
function findRouteProperties(node: Node): Property[] {
  const properties = node.type === 'ObjectExpression' ? (node.properties as Property[]) : []
  const names = properties.map(({ key }) => key?.name)
  const isRoute = names.includes('method') && names.includes('path')
  const children = Object.values(node).flat().filter(isNode)
  return [...(isRoute ? properties : []), ...children.flatMap(findRouteProperties)]
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}
