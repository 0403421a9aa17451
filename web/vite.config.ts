import { readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { lightContract } from './build/light-contract'

const server = process.env.BALCAO_SERVER ?? 'http://127.0.0.1:8080'

/** Everything that Vite does not serve itself. Pages and calls share paths: a navigation gets the application. */
const calls = '^/(?!@|src/|node_modules/|assets/|[\\w.-]+\\.\\w+(\\?|$))'

/**
 * Few files, since each costs a round trip: what every page begins with, what many parts share, what some do. What a module
 * imports is shared by at least as many parts as it is itself, so no file of these waits for one that waits for it: files
 * that were merged by size did, and a part then ran before what it imports.
 */
const chunks = [
  { name: 'start', tags: ['$initial' as const], test: (id: string) => !isOfSchemas(id), priority: 4 },
  { name: 'schemas', test: isOfSchemas, priority: 3 },
  // Without its names in other languages, each of which comes when it is spoken.
  { name: 'emojis', test: /node_modules\/emoji-picker-react\/(?!dist\/data\/emojis-(pt|es)\b)/, priority: 3 },
  {
    name: 'overlays',
    test: /node_modules\/@mui\/(utils|system|material\/(utils|internal|transitions|Backdrop|Dialog|Drawer|Fade|List|Menu|MenuItem|MenuList|Modal|Paper|Popover|Portal|Slide|Unstable_TrapFocus))\/|web\/src\/ui\/(look|theme)\.tsx?/,
    priority: 3,
  },
  { name: 'dragging', test: /node_modules\/@dnd-kit\//, priority: 3 },
  { name: 'common', minShareCount: 8, priority: 2 },
  { name: 'shared', minShareCount: 2, priority: 1 },
]

/** zod, and the modules of the contract whose schemas need it: forms load them. */
function isOfSchemas(id: string): boolean {
  if (/\/node_modules\/zod\//.test(id)) return true
  return /\/packages\/contract\/src\//.test(id) && /from 'zod'/.test(readFileSync(id, 'utf8'))
}

export default defineConfig({
  plugins: [react(), lightContract(), withoutJsonSchemas(), compressed(), boundedStart()],
  // The service worker keeps its name and its place, from which it may hear of any path; the others are told where they are.
  worker: {
    rolldownOptions: {
      output: {
        entryFileNames: ({ name }) => (name === 'share-worker' ? '[name].js' : 'assets/[name]-[hash].js'),
      },
    },
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    rolldownOptions: { output: { codeSplitting: { groups: chunks } } },
  },
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

/** zod can write its schemas as JSON Schema, which no page does: empty functions stand for what would do so, 6 kB of what
 *  every page begins with. */
function withoutJsonSchemas(): Plugin {
  return {
    name: 'balcao:without-json-schemas',
    apply: 'build',
    async load(id) {
      if (!/\/zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/.test(id)) return null
      const exported = (await readFile(id, 'utf8')).matchAll(/^export (?:const|function) (\w+)/gm)
      return [...exported].map(([, name]) => `export const ${name} = () => undefined`).join('\n')
    },
  }
}

/** Fails when the code before the first list of tickets exceeds its bound, as Brotli, in bytes. */
function boundedStart(): Plugin {
  const bound = 188_000
  return {
    name: 'balcao:bounded-start',
    apply: 'build',
    generateBundle(_, bundle) {
      const start = Object.values(bundle).find(
        (file) => file.type === 'chunk' && file.isEntry && file.name === 'index',
      )
      if (start?.type !== 'chunk') return this.error('There is no start chunk')
      const size = brotliCompressSync(start.code).length
      if (size > bound) this.error(`The start chunk has ${size} bytes, more than ${bound}`)
      if (start.imports.length > 0) this.error(`The start chunk imports ${start.imports.join(', ')}`)
    },
  }
}

/** Beside each file of text its copies as Brotli and gzip, which the server hands to browsers that take them. */
function compressed(): Plugin {
  const most = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
  return {
    name: 'balcao:compressed',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const files = Object.values(bundle).filter(({ fileName }) => /\.(js|css|svg)$/.test(fileName))
      await Promise.all(
        files.map(async (file) => {
          const content = file.type === 'chunk' ? file.code : file.source
          const path = join(dir, file.fileName)
          await writeFile(`${path}.br`, await promisify(brotliCompress)(content, most))
          await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }))
        }),
      )
    },
  }
}
