import { readFileSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { contractWithoutZodPlugin } from './build/light-contract'

const server = process.env.BALCAO_SERVER ?? 'http://127.0.0.1:8080'

/**
 * The paths that the development server forwards to the API. Pages and API calls share paths, so a request
 * for HTML gets the application instead.
 */
const calls = '^/(?!@|src/|node_modules/|assets/|[\\w.-]+\\.\\w+(\\?|$))'

/**
 * The chunks of the build; few, since each costs a round trip. `common` has the modules that many lazy parts
 * use, `shared` those that some use. A module's imports have at least as many users as the module, so
 * `common` never imports `shared`. Chunks by size imported each other, and modules ran before their imports.
 */
const chunks = [
  { name: 'start', tags: ['$initial' as const], test: (id: string) => !isOfSchemas(id), priority: 4 },
  { name: 'schemas', test: isOfSchemas, priority: 3 },
  // Excludes the emoji names in other languages, which load on demand.
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

/** Whether the module is zod, or a contract module whose schemas need zod. Forms load these. */
function isOfSchemas(id: string): boolean {
  if (/\/node_modules\/zod\//.test(id)) return true
  return /\/packages\/contract\/src\//.test(id) && /from 'zod'/.test(readFileSync(id, 'utf8'))
}

/** The names of the chunks with the texts that the first render needs. */
const startTexts = /^start-(pt|en|es)$/

export default defineConfig({
  plugins: [
    react(),
    contractWithoutZodPlugin(),
    withoutJsonSchemas(),
    withoutWebTransport(),
    compressed(),
    namedTexts(),
    boundedStart(),
  ],
  // The service worker needs a fixed name at the root, because its path limits which requests it sees.
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

/**
 * Replaces zod's functions that write JSON Schema by empty ones: no page uses them, and they were 6 kB of the
 * start chunk.
 */
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

/** Replaces Socket.IO's third transport, which `openSocketIo` never tries, by an empty class. */
function withoutWebTransport(): Plugin {
  return {
    name: 'balcao:without-web-transport',
    apply: 'build',
    load: (id) => (/\/engine\.io-client\/.*\/webtransport\.js$/.test(id) ? 'export class WT {}' : null),
  }
}

/**
 * Adds the paths of the start chunk's texts to the page as `meta` elements. `before-modules.js` reads the one
 * of the user's language.
 */
function namedTexts(): Plugin {
  return {
    name: 'balcao:named-texts',
    apply: 'build',
    transformIndexHtml: (_, { bundle = {} }) =>
      Object.values(bundle).flatMap((file) => {
        if (file.type !== 'chunk' || !startTexts.test(file.name)) return []
        const attrs = { name: file.name.replace('start', 'texts'), content: `/${file.fileName}` }
        return [{ tag: 'meta', attrs, injectTo: 'head-prepend' as const }]
      }),
  }
}

/**
 * Fails the build when the code and texts that load before the first list of tickets exceed `bound` bytes,
 * compressed with Brotli.
 */
function boundedStart(): Plugin {
  const bound = 187_000
  return {
    name: 'balcao:bounded-start',
    apply: 'build',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const start = chunks.find(({ isEntry, name }) => isEntry && name === 'index')
      const texts = chunks.filter(({ name }) => startTexts.test(name))
      if (start === undefined || texts.length !== 3) return this.error('A start chunk is missing')
      const sizeOf = ({ code }: { code: string }) => brotliCompressSync(code).length
      const size = sizeOf(start) + Math.max(...texts.map(sizeOf))
      if (size > bound) this.error(`The start has ${size} bytes, more than ${bound}`)
      for (const { name, imports } of [start, ...texts])
        if (imports.some((file) => file !== start.fileName))
          this.error(`${name} imports ${imports.join(', ')}`)
    },
  }
}

/**
 * Writes copies of each text file compressed with Brotli and gzip, which the server sends to browsers that
 * accept them.
 */
function compressed(): Plugin {
  const most = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
  return {
    name: 'balcao:compressed',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      // Reads the directory, because the bundle does not list the files of `public`.
      const files = (await readdir(dir, { recursive: true })).filter((name) => /\.(js|css|svg)$/.test(name))
      await Promise.all(
        files.map(async (name) => {
          const path = join(dir, name)
          const content = await readFile(path)
          await writeFile(`${path}.br`, await promisify(brotliCompress)(content, most))
          await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }))
        }),
      )
    },
  }
}
