import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import {
  arrows,
  featureDoors,
  packageHomes,
  packagesOf,
  platformActs,
  rooms,
  webLayers,
  withoutNode,
} from './arrows.mjs'
import { importsOf, sourcesUnder } from './imports.mjs'
import { giveUp, inProject } from './project.mjs'

/** @typedef {import('./imports.mjs').Import} Import */
/** @typedef {keyof typeof rooms} Room */

const roomNames = /** @type {Room[]} */ (Object.keys(rooms)) // object keys are plain strings to the compiler

/**
 * The forbidden imports of these files, a sentence each.
 * @param {Import[]} imports @returns {string[]}
 */
export function forbidden(imports) {
  return imports
    .filter(({ from }) => !isTestCode(from))
    .flatMap((entry) => {
      const reason = entry.external
        ? wrongPackage(entry)
        : (wrongRoom(entry) ?? wrongFeature(entry) ?? wrongLayer(entry))
      return reason ? [`${entry.from} imports ${entry.to}: ${reason}`] : []
    })
}

/**
 * Cycles, each reported once: among features by any import, among files by imports that exist at run time.
 * @param {Import[]} imports @returns {string[]}
 */
export function circles(imports) {
  const own = imports.filter(({ from, external }) => !external && !isTestCode(from))
  const files = own.filter(({ typeOnly }) => !typeOnly).map(({ from, to }) => ({ from, to }))
  const features = own.flatMap(({ from, to }) => {
    const [a, b] = [featureOf(from), featureOf(to)]
    return a && b && a !== b ? [{ from: a, to: b }] : []
  })
  return [
    ...loops(features).map((loop) => `features in a circle: ${loop}`),
    ...loops(files).map((loop) => `files in a circle: ${loop}`),
  ]
}

/**
 * Files that act over all companies without being on the list.
 * @param {Map<string, string>} texts by path @returns {string[]}
 */
export function strayPlatformActs(texts) {
  return [...texts]
    .filter(
      ([path, text]) =>
        /\bwithPlatform\b/.test(text) && !platformActs.some((start) => path.startsWith(start)),
    )
    .filter(([path]) => path.startsWith('server/src/') && !isTestCode(path))
    .map(([path]) => `${path} uses withPlatform: it is not on the list of tools/arrows.mjs`)
}

/** Tests and their helpers may import anything for their set-up. @param {string} path */
function isTestCode(path) {
  return /\.(test|fixture|story)(\.tsx?)?$/.test(path) || /(^|\/)testing\//.test(path)
}

/** @param {Import} entry */
function wrongPackage({ from, to }) {
  const room = roomOf(from)
  if (!room) return undefined
  if (to.startsWith('node:')) return withoutNode.includes(room) ? `${room} also runs in a browser` : undefined
  const home = Object.entries(packageHomes).find(([start]) => to.startsWith(start))?.[1]
  if (home && !from.startsWith(`${home}/`)) return `only ${home} imports it; use the components there`
  const allowed = packagesOf[room]
  return allowed && !allowed.includes(to) ? `${room} takes no packages but ${allowed.join(', ')}` : undefined
}

/** @param {Import} entry */
function wrongRoom({ from, to }) {
  const [here, there] = [roomOf(from), roomOf(to)]
  if (!here || here === there) return undefined
  if (!there) return `${to} lies in no room`
  const inside = `${there}/${to.slice(rooms[there].length + 1)}`
  return arrows[here].some((door) => opens(door, inside)) ? undefined : `no arrow from ${here} to ${inside}`
}

/** @param {Import} entry */
function wrongFeature({ from, to, typeOnly }) {
  const [here, there] = [featureOf(from), featureOf(to)]
  if (!here || !there || here === there || typeOnly) return undefined
  const name = to.slice(to.lastIndexOf('/') + 1)
  const isVerb = !name.includes('.') || name.endsWith('.verbs')
  if (isVerb || featureDoors.some((door) => name.endsWith(door))) return undefined
  return `another feature's verbs, ${featureDoors.map((door) => `*${door}.ts`).join(', ')} may be used, nothing else of it`
}

/** @param {Import} entry */
function wrongLayer({ from, to }) {
  const here = Object.keys(webLayers).find((layer) => from.startsWith(`${layer}/`))
  const there = Object.keys(webLayers).find((layer) => to.startsWith(`${layer}/`))
  if (!here || !there) return undefined
  if (here === there) {
    const [a, b] = [from.split('/')[3], to.split('/')[3]]
    return here === 'web/src/features' && a !== b ? 'features of the web meet only in app' : undefined
  }
  const below = Object.entries(webLayers).find(([layer]) => layer === here)?.[1] ?? []
  return below.includes(there) ? undefined : `${here} lies below ${there}`
}

/** @param {string} path @returns {Room | undefined} */
function roomOf(path) {
  return roomNames.find((room) => path.startsWith(`${rooms[room]}/`))
}

/** @param {string} path */
function featureOf(path) {
  return /^server\/src\/features\/([^/]+)\//.exec(path)?.[1]
}

/** @param {string} door @param {string} inside a path that begins with its room */
function opens(door, inside) {
  const pattern = door
    .split('*')
    .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
    .join('[^/]+')
  return new RegExp(`^${pattern}(/|$)`).test(inside)
}

/** @param {{ from: string, to: string }[]} edges @returns {string[]} */
function loops(edges) {
  /** @type {Map<string, Set<string>>} */
  const next = new Map()
  for (const { from, to } of edges) next.set(from, (next.get(from) ?? new Set()).add(to))
  const done = new Set()
  /** @type {string[]} */
  const found = []
  const walk = (/** @type {string} */ node, /** @type {string[]} */ path) => {
    const at = path.indexOf(node)
    if (at >= 0) found.push([...path.slice(at), node].join(' → '))
    if (at >= 0 || done.has(node)) return
    for (const other of next.get(node) ?? []) walk(other, [...path, node])
    done.add(node)
  }
  for (const node of next.keys()) walk(node, [])
  return found
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const files = Object.values(rooms).flatMap((folder) => sourcesUnder(folder))
  const imports = files.flatMap((file) => importsOf(file))
  const texts = new Map(files.map((file) => [file, readFileSync(inProject(file), 'utf8')]))
  const problems = [...forbidden(imports), ...circles(imports), ...strayPlatformActs(texts)]
  if (problems.length > 0) giveUp(problems.join('\n'))
}
