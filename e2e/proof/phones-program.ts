import { rename } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { serverBundle } from '../../tools/server-bundle.mjs'

let bundled: Promise<string> | undefined

/**
 * The process of the phones as one bundled file: it is restarted after each kill, and compiling took longer than the
 * rest of its start. Its folder must resolve npm's packages.
 */
export function phonesProgram(): Promise<string> {
  bundled ??= bundle()
  return bundled
}

async function bundle(): Promise<string> {
  const file = fileURLToPath(new URL('../../node_modules/.cache/balcao/phones-process.mjs', import.meta.url))
  const { plugins = [], target = 'node20.19' } = serverBundle
  const outfile = `${file}.${process.pid}`
  await build({
    entryPoints: [fileURLToPath(new URL('./phones-process.ts', import.meta.url))],
    outfile,
    plugins,
    target,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'warning',
  })
  await rename(outfile, file) // atomic: another run may be starting it
  return file
}
