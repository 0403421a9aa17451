import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inProject } from './project.mjs'

const read = (/** @type {string} */ path) => readFileSync(inProject(path), 'utf8')

test('the changelog begins with the version of the product, and has the last release', () => {
  const versions = [...read('CHANGELOG.md').matchAll(/^## (\d+\.\d+\.\d+)$/gm)].map(([, version]) => version)

  expect(versions[0]).toBe(JSON.parse(read('package.json')).version)
  expect(versions).toContain(JSON.parse(read('tools/last-release.json')).version)
})
