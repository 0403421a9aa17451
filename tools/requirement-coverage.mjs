import { readFileSync } from 'node:fs'
import { sourcesUnder } from './imports.mjs'
import { inProject, say } from './project.mjs'

// Prints which requirements of docs/requirements.md have a test that names them, by group. A named requirement is not
// necessarily proved, which the reader must judge.
const FOLDERS = ['packages', 'server', 'web/src', 'e2e', 'tools']
const TEST_NAME = /\b(?:test|it|describe)(?:\.\w+(?:\([^)]*\))?)*\(\s*(?:'([^'\n]*)'|"([^"\n]*)"|`([^`]*)`)/g
const TABLE_NAME = /^\s*\[\s*'([A-Z][A-Z0-9]*-\d+[^'\n]*)'/gm
const ID = /\b[A-Z][A-Z0-9]*-\d{2,}\b/g

const listed = [
  ...readFileSync(inProject('docs/requirements.md'), 'utf8').matchAll(/^\| ([A-Z0-9]+-\d+) \|/gm),
].map(([, id]) => id ?? '')
const tested = new Set(FOLDERS.flatMap((folder) => sourcesUnder(folder, /\.test\.tsx?$/)).flatMap(idsIn))

/** @type {Map<string, string[]>} */
const groups = new Map()
for (const id of listed) {
  const group = id.replace(/-\d+$/, '')
  groups.set(group, [...(groups.get(group) ?? []), id])
}
for (const [group, ids] of groups) {
  const missing = ids.filter((id) => !tested.has(id)).map((id) => id.slice(group.length + 1))
  const left = missing.length > 0 && missing.length < ids.length ? `  not yet: ${missing.join(' ')}` : ''
  say(
    `${group.padEnd(10)} ${String(ids.length - missing.length).padStart(3)} of ${String(ids.length).padStart(3)}${left}`,
  )
}
say(
  `${listed.filter((id) => tested.has(id)).length} of ${listed.length} requirements stand in the name of a test.`,
)
const unknown = [...tested].filter((id) => groups.has(id.replace(/-\d+$/, '')) && !listed.includes(id))
if (unknown.length > 0) say(`Named in a test, but not in the list: ${unknown.join(', ')}`)

/** @param {string} file @returns {string[]} */
function idsIn(file) {
  const text = readFileSync(inProject(file), 'utf8')
  const names = [...text.matchAll(TEST_NAME)].map(
    ([, single, double, template]) => single ?? double ?? template ?? '',
  )
  const rows = [...text.matchAll(TABLE_NAME)].map(([, name]) => name ?? '')
  return [...names, ...rows].flatMap((name) => name.match(ID) ?? [])
}
