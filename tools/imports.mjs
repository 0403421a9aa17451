import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'
import ts from 'typescript'
import { inProject } from './project.mjs'

/** @typedef {{ from: string, to: string, typeOnly: boolean, external: boolean }} Import
 *  Paths are relative to the root, with `/`, without an extension; an external one is the package's name. */

const SOURCE = /\.(ts|tsx)$/
const SKIPPED = new Set(['node_modules', 'dist', 'coverage'])

/** All source files under a folder of the project, relative to the root.
 *  @param {string} folder @param {RegExp} [kind] by the end of their names @returns {string[]} */
export function sourcesUnder(folder, kind = SOURCE) {
  if (!statSync(inProject(folder), { throwIfNoEntry: false })?.isDirectory()) return []
  return readdirSync(inProject(folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name)
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : sourcesUnder(path, kind)
    return kind.test(entry.name) && !entry.name.endsWith('.d.ts') ? [path] : []
  })
}

/**
 * The imports, re-exports and `import()` calls of a file.
 * @param {string} file @param {string} [text] @returns {Import[]}
 */
export function importsOf(file, text = readFileSync(inProject(file), 'utf8')) {
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false)
  /** @type {Import[]} */
  const found = []
  const add = (/** @type {ts.Node} */ specifier, /** @type {boolean} */ typeOnly) => {
    if (ts.isStringLiteralLike(specifier))
      found.push({ from: withoutExtension(file), ...target(file, specifier.text), typeOnly })
  }
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, isTypeOnly(node.importClause))
    else if (ts.isExportDeclaration(node) && node.moduleSpecifier) add(node.moduleSpecifier, node.isTypeOnly)
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
      add(node.argument.literal, true)
    else if (
      ts.isCallExpression(node) &&
      node.expression.kind === ts.SyntaxKind.ImportKeyword &&
      node.arguments[0]
    ) {
      add(node.arguments[0], false)
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return found
}

/** @param {ts.ImportClause | undefined} clause */
function isTypeOnly(clause) {
  if (!clause) return false
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true
  const named = clause.namedBindings
  return (
    !clause.name &&
    !!named &&
    ts.isNamedImports(named) &&
    named.elements.every((element) => element.isTypeOnly)
  )
}

/** @param {string} file @param {string} specifier */
function target(file, specifier) {
  if (specifier.startsWith('.')) {
    return { to: withoutExtension(posix.join(posix.dirname(file), specifier)), external: false }
  }
  const own = /^@balcao\/([^/]+)\/(.+)$/.exec(specifier)
  if (own) return { to: ownPath(own[1] ?? '', own[2] ?? ''), external: false }
  const name = specifier.startsWith('@')
    ? specifier.split('/').slice(0, 2).join('/')
    : specifier.split('/')[0]
  return { to: specifier.startsWith('node:') ? specifier : (name ?? specifier), external: true }
}

/** @param {string} name @param {string} path */
function ownPath(name, path) {
  if (name === 'server' || name === 'web') return withoutExtension(`${name}/${path}`)
  return withoutExtension(join('packages', name, 'src', path))
}

/** @param {string} path */
function withoutExtension(path) {
  return path.replace(/\.(tsx?|mjs|js)$/, '')
}
