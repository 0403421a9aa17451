import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { inProject } from './project.mjs'

/** @type {string} */
let folder
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'balcao-bundle-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** @param {string} body */
function write(body) {
  writeFileSync(
    join(folder, 'main.cjs'),
    `(function (exports, require, module, __filename, __dirname) {\n${body}\n})`,
  )
}

/** Runs the bundle in a process that keeps its compiled code. */
function run() {
  const program = `
    import { loadBundle } from ${JSON.stringify(inProject('tools/load-bundle.mjs'))}
    import { mapStacks } from ${JSON.stringify(inProject('tools/map-stacks.mjs'))}
    const file = ${JSON.stringify(join(folder, 'main.cjs'))}
    mapStacks(file)
    loadBundle(file, 0)
    setTimeout(() => undefined, 100)`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
  })
  return stdout + stderr
}

const compiled = () => readdirSync(folder).filter((name) => name.startsWith('main.cjs.'))

test('a bundle runs with its compiled code, which its first run keeps', () => {
  write(`console.log(require('node:path').basename(__filename))`)

  expect([run(), run()]).toEqual(['main.cjs\n', 'main.cjs\n'])
  expect(compiled()).toHaveLength(1)
})

test('the next run accepts the compiled code, and does not write it again', () => {
  write(`console.log('well')`)
  run()
  const [name = ''] = compiled()
  utimesSync(join(folder, name), 0, 0)

  run()

  expect(statSync(join(folder, name)).mtimeMs).toBe(0)
})

test('a bundle with import() fails in its first run already, not only with compiled code', () => {
  write(`import('node:path').catch(({ code }) => console.log(code))`)

  const failure = 'ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING\n'
  expect([run(), run()]).toEqual([failure, failure])
})

test('compiled code of a former bundle is removed', () => {
  write(`console.log('old')`)
  run()
  utimesSync(join(folder, 'main.cjs'), new Date(), new Date(Date.now() + 1000))

  run()

  expect(compiled()).toHaveLength(1)
})

test('a new bundle of the same length does not run the old code', () => {
  write(`console.log('old')`)
  run()
  write(`console.log('new')`)
  utimesSync(join(folder, 'main.cjs'), new Date(), new Date(Date.now() + 1000))

  expect(run()).toBe('new\n')
})

test('spoiled compiled code is replaced, and the bundle runs', () => {
  write(`console.log('well')`)
  run()
  const [name = ''] = compiled()
  writeFileSync(join(folder, name), 'spoiled')

  expect(run()).toBe('well\n')
})

test('a stack names the source where the map has one, and the bundle elsewhere', () => {
  write(
    `function fails() { throw new Error('wrong') }\ntry { fails() } catch (error) { console.log(error.stack) }`,
  )
  // The first line of the body comes from line 5 of the source, the second from no source.
  const map = { version: 3, sources: ['../src/a.ts'], names: [], mappings: ';AAIA;A;A' }
  writeFileSync(join(folder, 'main.cjs.map'), JSON.stringify(map))

  const [head, first, second] = run().split('\n')

  expect(head).toBe('Error: wrong')
  expect(first).toMatch(/^ {4}at fails \(.*\/src\/a\.ts:5:1\)$/)
  expect(second).toMatch(/\/main\.cjs:3:7\)?$/)
})

test('a stack that Baileys reads in vain needs no map', () => {
  write(`function promiseTimeout() { return new Error('slow').stack }\nconsole.log(promiseTimeout())`)

  expect(run()).toBe('Error: slow\n') // there is no map
})

test.each([
  `class Trouble extends Error { name = 'DatabaseTrouble' }\nconst lost = new Trouble('gone')`,
  `\nconst lost = Object.assign(new Error('gone'), { code: '57P01' })`,
  `\nconst lost = new Error('Connection terminated unexpectedly')`,
])('the stack of a lost database does not read the map, since all processes log it at once', (body) => {
  write(`${body}\nconsole.log(lost.stack)`)

  const [, first] = run().split('\n') // there is no map

  expect(first).toMatch(/\/main\.cjs:3:\d+\)?$/)
})

test('the stack of a failed write does not read the map, since Node reads each such stack', () => {
  write(`const gone = Object.assign(new Error('gone'), { syscall: 'write' })\nconsole.log(gone.stack)`)

  const [head, first] = run().split('\n') // there is no map

  expect(head).toBe('Error: gone')
  expect(first).toMatch(/\/main\.cjs:2:\d+\)?$/)
})
