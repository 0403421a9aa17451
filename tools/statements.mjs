import { readFileSync } from 'node:fs'
import { basename, posix } from 'node:path'
import { tsImport } from 'tsx/esm/api'
import ts from 'typescript'
import { sourcesUnder } from './imports.mjs'
import { inProject } from './project.mjs'

/**
 * A statement: its SQL with `:names`, the names in it and the keys of its parameter type. `isComposed`: the SQL is put
 * together from parts other than lists of columns and of texts, so that its file does not show it.
 * @typedef {{ file: string, name: string, text: string, parameters: readonly string[], keys: readonly string[],
 *   isComposed: boolean }} Statement
 */

/**
 * Every statement of the server, by loading its files: so the print equals the executed statements.
 * @returns {Promise<Statement[]>} in the order of the files and of their exports
 */
export async function allStatements() {
  const files = sourcesUnder('server').filter((file) => basename(file).endsWith('queries.ts'))
  const perFile = await Promise.all(files.map(statementsIn))
  return perFile.flat()
}

/** @param {string} file @returns {Promise<Statement[]>} */
async function statementsIn(file) {
  const exported = Object.values(await tsImport(`../${file}`, import.meta.url))
  const tree = treeOf(file)
  const written = writtenStatements(file, tree)
  const named = exported.flatMap((value) => (isStatement(value) ? [value] : Object.values(value ?? {})))
  const statements = named.filter(isStatement).map(({ name, source, parameters }) => {
    const { keys = parameters, isComposed = !tree.text.includes(source) } = written.get(name) ?? {}
    return { file, keys, name, text: source, parameters, isComposed }
  })
  const seen = new Map(statements.map((statement) => [statement.name, statement]))
  return [...seen.values()]
}

/**
 * Each `statement<…>('name', …)` of a file.
 * @param {string} file @param {ts.SourceFile} tree @returns {Map<string, Partial<Pick<Statement, 'keys' | 'isComposed'>>>}
 */
function writtenStatements(file, tree) {
  /** @type {ReturnType<typeof writtenStatements>} */
  const found = new Map()
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isCallExpression(node) && node.expression.getText(tree) === 'statement') {
      const [type] = node.typeArguments ?? []
      const [name, sql] = node.arguments
      if (name && sql && ts.isStringLiteralLike(name))
        found.set(name.text, {
          ...(type && { keys: keysOfType(type, file, tree) }),
          isComposed: isComposed(sql, tree),
        })
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return found
}

/** @param {ts.Expression} sql @param {ts.SourceFile} tree */
function isComposed(sql, tree) {
  if (ts.isStringLiteralLike(sql)) return false
  if (!ts.isTemplateExpression(sql)) return true
  return sql.templateSpans.some(
    ({ expression }) => !/^(\w*[cC]olumns|sqlTextList\(.*\))$/.test(expression.getText(tree)),
  )
}

/**
 * The keys of an object type: a literal, an intersection, or an alias of one here or in an imported file.
 * @param {ts.TypeNode} type @param {string} file @param {ts.SourceFile} tree @returns {string[]}
 */
function keysOfType(type, file, tree) {
  if (ts.isTypeLiteralNode(type)) return type.members.map((member) => member.name?.getText(tree) ?? '')
  if (ts.isIntersectionTypeNode(type)) return type.types.flatMap((part) => keysOfType(part, file, tree))
  if (!ts.isTypeReferenceNode(type)) throw new Error(`${file}: ${type.getText(tree)} is not an object type`)
  return keysOfAlias(type.typeName.getText(tree), file, tree)
}

/** @param {string} name @param {string} file @param {ts.SourceFile} tree @returns {string[]} */
function keysOfAlias(name, file, tree) {
  if (name === 'NoParams') return []
  for (const statement of tree.statements) {
    if (ts.isTypeAliasDeclaration(statement) && statement.name.text === name)
      return keysOfType(statement.type, file, tree)
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue
    const named = statement.importClause?.namedBindings
    if (named && ts.isNamedImports(named) && named.elements.some((element) => element.name.text === name)) {
      const from = `${posix.join(posix.dirname(file), statement.moduleSpecifier.text)}.ts`
      return keysOfAlias(name, from, treeOf(from))
    }
  }
  throw new Error(`${file}: the parameter type ${name} is not found`)
}

/** @param {string} file */
function treeOf(file) {
  return ts.createSourceFile(file, readFileSync(inProject(file), 'utf8'), ts.ScriptTarget.Latest)
}

/** @typedef {{ source: string, parameters: string[] }} Text */
/** @param {unknown} value @returns {value is Text & { name: string }} */
function isStatement(value) {
  if (typeof value !== 'object' || value === null || !('name' in value) || !('source' in value)) return false
  return typeof value.name === 'string' && typeof value.source === 'string'
}
