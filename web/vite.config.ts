import { readFileSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
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

/** Names of the chunks with the texts before the first render. */
const startTexts = /^start-(pt|en|es)$/

export default defineConfig({
  plugins: [react(), lightContract(), withoutJsonSchemas(), compressed(), namedTexts(), boundedStart()],
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

/** Names the files of the start's texts in the page, where `before-modules.js` reads the one of the person's language. */
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

/** Fails when the code and the texts before the first list of tickets exceed their bound, as Brotli, in bytes. */
function boundedStart(): Plugin {
  const bound = 192_000
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

/** Beside each file of text its copies as Brotli and gzip, which the server hands to browsers that take them. */
function compressed(): Plugin {
  const most = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
  return {
    name: 'balcao:compressed',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      // Also those of `public`, which are not in the bundle: `before-modules.js` is read before anything else.
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
