import { pathToFileURL } from 'node:url'
import { giveUp, inProject } from './project.mjs'

// A separate program that runs after the installation: esbuild is missing before.

/**
 * Bundles only our own sources; packages stay where npm installed them.
 * @type {import('esbuild').Plugin}
 */
const ownPackages = {
  name: 'own packages',
  setup({ onResolve }) {
    onResolve({ filter: /^@balcao\// }, ({ path }) => {
      const [, name, file] = /^@balcao\/([^/]+)\/(.+)$/.exec(path) ?? []
      return { path: inProject(`packages/${name}/src/${file}.ts`) }
    })
  },
}

/** @type {import('esbuild').BuildOptions} */
export const serverBundle = {
  entryPoints: {
    main: inProject('server/src/processes/main.ts'),
    admin: inProject('server/src/processes/admin/admin.ts'),
    // Programs of worker threads, which main.js starts by their file names.
    'spreadsheet-worker': inProject('server/src/outside/spreadsheets/spreadsheet-worker.ts'),
    'voice-worker': inProject('server/src/outside/voice/voice-worker.ts'),
  },
  outdir: inProject('server/dist'),
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  packages: 'external',
  sourcemap: true,
  metafile: true,
  logLevel: 'warning',
  plugins: [ownPackages],
}

async function bundle() {
  const { build } = await import('esbuild')
  const { metafile } = await build(serverBundle).catch(() => process.exit(1)) // it has printed the error
  const stray = Object.keys(metafile?.inputs ?? {}).find((path) => path.includes('whatsapp-simulator'))
  if (stray) giveUp(`The simulator must not reach the product, but ${stray} is in its bundle.`)
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await bundle()
