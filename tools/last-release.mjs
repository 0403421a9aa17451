import './require-node.mjs'
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { giveUp, inProject, root, say } from './project.mjs'

const run = promisify(execFile)

/** @typedef {{ readonly version: string, readonly commit: string }} Release */
/** @typedef {Release & { readonly folder: string }} BuiltRelease `folder` starts with `tools/run-product.mjs`. */

/** What the server is built from. */
const parts = ['package.json', 'package-lock.json', 'packages', 'server', 'tools']

/** The release before this tree. Who publishes a release names its commit here, and raises the version of the tree.
 *  @returns {Release} */
export function lastRelease() {
  return JSON.parse(readFileSync(inProject('tools/last-release.json'), 'utf8'))
}

/**
 * The built server of a release, without its pages, made once in `dist/releases`. It uses the packages of this tree where
 * that has all of them, else it installs its own. A string says why it can't be had here.
 * @param {Release} release @returns {Promise<BuiltRelease | string>}
 */
export async function builtRelease(release = lastRelease()) {
  const { version, commit } = release
  const folder = inProject(
    `dist/releases/${version}-${commit.slice(0, 8)}-${hashOf([...packagesOf(root)].join())}`,
  )
  if (existsSync(folder)) return { ...release, folder }
  const has = await run('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: root }).then(
    () => true,
    () => false,
  )
  if (!has)
    return `This clone has no commit ${commit} (release ${version}): "git fetch --unshallow" brings it where the clone is shallow.`
  const unfinished = `${folder}.${process.pid}`
  try {
    await unpack(commit, unfinished)
    const trouble = await providePackages(unfinished)
    if (trouble !== null) return trouble
    await run(process.execPath, ['tools/server-bundle.mjs'], { cwd: unfinished })
    writePage(unfinished, version)
    keep(unfinished, folder)
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
  return { ...release, folder }
}

/** Another process may have been faster.
 *  @param {string} unfinished @param {string} folder */
function keep(unfinished, folder) {
  try {
    renameSync(unfinished, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
  }
}

/** @param {string} text */
function hashOf(text) {
  return createHash('sha256').update(text).digest('hex').slice(0, 8)
}

/** @param {string} commit @param {string} folder */
async function unpack(commit, folder) {
  mkdirSync(folder, { recursive: true })
  const archive = join(folder, 'release.tar')
  await run('git', ['archive', `--output=${archive}`, commit, '--', ...parts], { cwd: root })
  await run('tar', ['-xf', archive, '-C', folder])
  rmSync(archive)
}

/** @param {string} folder @returns {Promise<string | null>} the reason why it has none */
async function providePackages(folder) {
  const present = packagesOf(root)
  const isPresent = [...packagesOf(folder)].every(([path, integrity]) => present.get(path) === integrity)
  if (!isPresent) {
    // By its own tool, beside its own lock file.
    const install = `import('./tools/install.mjs').then((install) => install.installIfStale())`
    return run(process.execPath, ['--eval', install], { cwd: folder }).then(
      () => null,
      (error) =>
        `The packages of the last release are not those of this tree, and could not be installed: ${error.stderr}`,
    )
  }
  // Node finds all others in the folder above; ours must be those of the release.
  mkdirSync(join(folder, 'node_modules/@balcao'), { recursive: true })
  for (const name of readdirSync(join(folder, 'packages')))
    symlinkSync(`../../packages/${name}`, join(folder, 'node_modules/@balcao', name))
  return null
}

/** The packages of a lock file by their places, ours not among them.
 *  @param {string} folder @returns {ReadonlyMap<string, string | undefined>} */
function packagesOf(folder) {
  /** @type {{ packages: Record<string, { link?: boolean, integrity?: string }> }} */
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'))
  return new Map(
    Object.entries(packages)
      .filter(([path, { link }]) => path.includes('node_modules/') && !link)
      .map(([path, { integrity }]) => [path, integrity]),
  )
}

/** The server asks for a page at its start. Building the real ones would take ten times as long.
 *  @param {string} folder @param {string} version */
function writePage(folder, version) {
  const page = join(folder, 'web/dist/index.html')
  mkdirSync(join(dirname(page), 'assets'), { recursive: true })
  writeFileSync(
    page,
    `<!doctype html><title>Balcão ${version}</title><p>The server of a release, without its pages.`,
  )
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const built = await builtRelease()
  if (typeof built === 'string') giveUp(built)
  say(built.folder)
}
