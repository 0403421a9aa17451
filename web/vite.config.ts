import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const server = process.env.BALCAO_SERVER ?? 'http://127.0.0.1:8080'

/** Everything that Vite does not serve itself. Pages and calls share paths: a navigation gets the application. */
const calls = '^/(?!@|src/|node_modules/|assets/|[\\w.-]+\\.\\w+(\\?|$))'

export default defineConfig({
  plugins: [react()],
  build: { outDir: 'dist', emptyOutDir: true, assetsInlineLimit: 0 },
  server: {
    proxy: {
      '/socket.io': { target: server, ws: true },
      [calls]: {
        target: server,
        bypass: (request) => (request.headers.accept?.includes('text/html') ? '/index.html' : undefined),
      },
    },
  },
})
