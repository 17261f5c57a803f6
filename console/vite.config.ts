import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const server = `http://localhost:${process.env.PORT || 3000}`

export default defineConfig(({ command }) => {
  // A build started by a test runner inherits its NODE_ENV, and would bundle the development build of React.
  if (command === 'build') process.env.NODE_ENV = 'production'
  return {
    plugins: [react(), tailwindcss(), emojiData()],
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
              { name: 'shared', test: /console.src.(?:ui|kit)/, minShareCount: 12 },
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
