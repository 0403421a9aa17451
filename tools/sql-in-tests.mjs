import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { sourcesUnder } from './imports.mjs'
import { inProject } from './project.mjs'

/** Their tests are about SQL and the database itself. */
const foldersWithSql = [
  'server/src/platform/database/',
  'server/src/platform/embedded-postgres/',
  'server/database/',
]

const kind = '(?:table|index|role|database|function|trigger|policy|view|schema|sequence|extension)'
const name = String.raw`[\w."$]+`
const right = '(?:all|select|insert|update|delete|truncate|usage|execute|connect|create)'
const afterTable = 'where|join|inner|left|right|full|cross|natural|order|group|having|limit|offset|union|for'

/**
 * The beginnings of statements, by keywords that a sentence does not have in these places: "update of a row" and
 * "with a name" are none.
 */
const shapes = [
  String.raw`select\b[^;]*?\bfrom\s+(?:only\s+)?${name}\s*(?:$|[;,()]|(?:as\s+\w+|\w{1,2}|\w+(?=\s+(?:${afterTable}|on)\b))?\s*(?:$|[;,)]|\b(?:${afterTable})\b))`,
  String.raw`select\s+(?:from\b|[\w.]+\(|(?:\$?\d+|'[^']*'|null|true|false)(?:\s+as\s+\w+)?\s*(?:;|$))`,
  String.raw`insert\s+into\s+${name}\s*(?:\(|(?:values|select|default\s+values|overriding)\b)`,
  String.raw`update\s+(?:only\s+)?${name}\s+(?:(?:as\s+)?\w+\s+)?set\s+(?:\(|\$|${name}\s*=)`,
  String.raw`delete\s+from\s+(?:only\s+)?${name}\s*(?:$|;|(?:(?:as\s+)?\w+\s+)?(?:where|using|returning)\b)`,
  String.raw`with\s+(?:recursive\s+)?\w+\s*(?:\([^)]*\)\s*)?as\s+(?:(?:not\s+)?materialized\s+)?\(`,
  String.raw`truncate\s+(?:table\s+)?${name}(?:\s*,\s*${name})*\s*(?:$|;|cascade|restart)`,
  String.raw`create\s+(?:(?:or|replace|unique|temp|temporary|unlogged|materialized|event|constraint)\s+)*${kind}\s+(?:(?:concurrently|if\s+not\s+exists)\s+)*${name}\s*(?:$|[(;]|(?:as|on|before|after|returns|template|with|owner|login|nologin|for|partition|like|using|password|strategy)\b)`,
  String.raw`alter\s+${kind}\s+(?:if\s+exists\s+)?(?:only\s+)?${name}\s+(?:add|drop|alter|rename|set|reset|enable|disable|owner|force|no|with|validate|password|login|nologin|attach|detach)\b`,
  String.raw`drop\s+${kind}\s+(?:(?:concurrently|if\s+exists)\s+)*${name}\s*(?:$|[;,(]|(?:on|cascade|with)\b)`,
  String.raw`(?:grant|revoke)\s+${right}\b[\w\s,().]*\son\s+[\w\s."$]+\s(?:to|from)\s`,
  String.raw`explain\s*(?:\(|(?:analyze|verbose|select|insert|update|delete|with|execute|\$)\b|\$)`,
  String.raw`lock\s+table\s+${name}\s*(?:$|;|in\b)`,
  String.raw`set\s+(?:local|session)\s+(?:role\s+\w+\s*(?:$|;)|[\w.]+\s*(?:=|to\s))`,
]
const shape = new RegExp(String.raw`^\s*(?:${shapes.join('|')})`, 'i')

/** What any text begins with that a call sends to the database. */
const verbs =
  /^\s*(?:select|insert|update|delete|with|merge|values|truncate|create|alter|drop|grant|revoke|begin|start|commit|rollback|savepoint|set|reset|show|lock|explain|analyze|vacuum|listen|unlisten|notify|copy|call|do)\b/i
const sends = new Set(['query', 'rows'])

/** Whether a text is an SQL statement. @param {string} text */
export const isSql = (text) => shape.test(text)

/**
 * The SQL statements in the text of a test, as `line: beginning`.
 * @param {string} file @param {string} text @returns {string[]}
 */
export function sqlIn(file, text) {
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest)
  /** @type {string[]} */
  const found = []
  /** @param {ts.Node} node @param {boolean} isSent */
  const visit = (node, isSent) => {
    const literal = textOf(node)
    if (literal !== null && (isSql(literal) || (isSent && verbs.test(literal)))) {
      const { line } = tree.getLineAndCharacterOfPosition(node.getStart(tree))
      found.push(`${line + 1}: ${literal.trim().replace(/\s+/g, ' ').slice(0, 60)}`)
    }
    const first = ts.isCallExpression(node) && sends.has(calledName(node)) ? node.arguments[0] : undefined
    ts.forEachChild(node, (child) => visit(child, child === first))
  }
  visit(tree, false)
  return found
}

/** The text of a literal, with `$0` for each value in a template. @param {ts.Node} node */
function textOf(node) {
  if (ts.isStringLiteralLike(node)) return node.text
  if (!ts.isTemplateExpression(node)) return null
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('$0')
}

/** @param {ts.CallExpression} call */
function calledName({ expression }) {
  if (ts.isPropertyAccessExpression(expression)) return expression.name.text
  return ts.isIdentifier(expression) ? expression.text : ''
}

/** SQL statements in tests, a sentence each: a test reads and changes rows by names. */
export function sqlInTests() {
  const parts = ['server', 'packages', 'web', 'e2e', 'bench', 'tools']
  return parts
    .flatMap((part) => sourcesUnder(part, /\.test\.tsx?$/))
    .filter((file) => !foldersWithSql.some((folder) => file.startsWith(folder)))
    .flatMap((file) =>
      sqlIn(file, readFileSync(inProject(file), 'utf8')).map(
        (found) => `${file}:${found}: SQL belongs into a folder named testing, tests call it by name`,
      ),
    )
}
