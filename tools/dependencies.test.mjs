import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { inProject } from './project.mjs'

const read = (/** @type {string} */ path) => readFileSync(inProject(path), 'utf8')
/** @type {{ packages: Record<string, { version?: string, integrity?: string, resolved?: string, link?: boolean }> }} */
const lock = JSON.parse(read('package-lock.json'))
const workspaces = Object.keys(lock.packages).filter((path) => !path.includes('node_modules'))
const installed = Object.entries(lock.packages).filter(
  ([path, { link }]) => !workspaces.includes(path) && !link,
)

describe('O2 packages', () => {
  test('have exact versions, so that no unchosen version is installed', () => {
    const loose = workspaces.flatMap((path) => {
      const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read(`${path}/package.json`))
      return Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
        .filter(([, version]) => !/^(npm:@?[\w./-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
        .map(([name, version]) => `${path}: ${name} ${version}`)
    })

    expect(loose).toEqual([])
  })

  test('have integrity hashes in the lock file, which hold for any registry', () => {
    const free = installed.filter(([, { integrity, resolved }]) => integrity === undefined || resolved)

    expect(free.map(([path]) => path)).toEqual([])
  })

  test('are installed without their scripts, and abandoned ones for files and uploads are absent', () => {
    const names = installed.map(([path]) =>
      path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
    )

    expect(read('tools/install.mjs')).toContain("'ci', '--ignore-scripts'")
    expect(names.filter((name) => ['multer', 'xlsx', 'request', 'node-fetch'].includes(name))).toEqual([])
  })
})

test('O6 SECURITY.md names trusted parties, the way to report a vulnerability, response times', () => {
  const words = read('SECURITY.md')

  for (const said of ['## Whom we trust', '## Telling us of a hole', 'we answer', '## What does not'])
    expect(words).toContain(said)
})
