import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const server = 'http://localhost:3000'

export default defineConfig(({ command }) => {
  // A build started by a test runner inherits its NODE_ENV, and would carry the slow React for developers.
  if (command === 'build') process.env.NODE_ENV = 'production'
  return {
    plugins: [react(), tailwindcss()],
    // The console is served under a policy that forbids data: fonts and scripts.
    build: {
      manifest: true,
      assetsInlineLimit: 0,
      target: 'es2022',
    },
    server: {
      port: 5173,
      proxy: {
        '/api': server,
        '/widgets': server,
        '/socket.io': { target: server, ws: true },
      },
    },
  }
})
