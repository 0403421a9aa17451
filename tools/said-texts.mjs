import { readdirSync, readFileSync } from 'node:fs'
import { tsImport } from 'tsx/esm/api'
import ts from 'typescript'
import { inProject, root } from './project.mjs'

/**
 * A text that the page requests from i18next.
 * @typedef {object} SaidText
 * @property {string} at `web/src/features/billing/plan-step.tsx:51`
 * @property {readonly string[]} features The namespaces of the look-up, in this order.
 * @property {readonly string[]} keys The possible keys. `*` replaces a part that is only known at run time.
 * @property {boolean} hasCount A number selects a plural form.
 */

/** @typedef {ReadonlyMap<string, ReadonlySet<string>>} Texts Keys by feature: `step.plan` of `billing`. */

export const languages = /** @type {const} */ (['pt', 'en', 'es'])

/** The namespace of `useTranslation()` without an argument. */
const defaultFeature = 'common'

/**
 * The compiler's view of the web, which knows the namespace of each `t` and the possible values of each key.
 * @param {(host: ts.CompilerHost) => readonly string[]} [more] may change the host, and names further files
 */
export function webProgram(more = () => []) {
  const { config } = ts.readConfigFile(inProject('web/tsconfig.json'), ts.sys.readFile)
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, inProject('web'))
  const host = ts.createCompilerHost(options)
  const extra = more(host)
  return ts.createProgram(extra.length > 0 ? extra : fileNames, options, host)
}

/**
 * Every text that the sources of the page request, by calls of a `TFunction` and by `<Trans>`; tests do not count.
 * @param {ts.Program} program
 * @returns {SaidText[]}
 */
export function saidTexts(program) {
  const checker = program.getTypeChecker()
  /** @type {SaidText[]} */
  const said = []
  for (const source of program.getSourceFiles()) if (isOfPage(source)) visit(source, source)
  return said

  /** @param {ts.Node} node @param {ts.SourceFile} source */
  function visit(node, source) {
    const text = ts.isCallExpression(node) ? called(node) : isTrans(node) ? shown(node) : undefined
    if (text !== undefined) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart())
      said.push({ at: `${source.fileName.slice(root.length + 1)}:${line + 1}`, ...text })
    }
    ts.forEachChild(node, (child) => visit(child, source))
  }

  /** @param {ts.CallExpression} call */
  function called({ expression, arguments: [key, options] }) {
    const features = featuresOf(checker.getTypeAtLocation(expression))
    if (features === undefined || key === undefined) return undefined
    const hasCount =
      options !== undefined && checker.getTypeAtLocation(options).getProperty('count') !== undefined
    return { features, keys: keysOf(key), hasCount }
  }

  /** @param {ts.JsxOpeningLikeElement} element */
  function shown({ attributes }) {
    const key = attributeOf(attributes, 'i18nKey')
    if (key === undefined) return undefined
    const [t, ns] = [attributeOf(attributes, 't'), attributeOf(attributes, 'ns')]
    const features = (t && featuresOf(checker.getTypeAtLocation(t))) ?? (ns && keysOf(ns)) ?? [defaultFeature]
    return { features, keys: keysOf(key), hasCount: attributeOf(attributes, 'count') !== undefined }
  }

  /** The namespaces of a `t`; undefined for another type. @param {ts.Type} type */
  function featuresOf(type) {
    if ((type.aliasSymbol ?? type.symbol)?.name !== 'TFunction') return undefined
    const [namespace] = checker.getTypeArguments(/** @type {ts.TypeReference} */ (type))
    if (namespace === undefined) return [defaultFeature]
    const names = checker.isTupleType(namespace)
      ? checker.getTypeArguments(/** @type {ts.TypeReference} */ (namespace))
      : [namespace]
    return names
      .flatMap((name) => literalsOf(name) ?? [defaultFeature])
      .map((name) => (name === 'translation' ? defaultFeature : name))
  }

  /** @param {ts.Expression} key @returns {string[]} */
  function keysOf(key) {
    if (ts.isStringLiteralLike(key)) return [key.text]
    if (ts.isParenthesizedExpression(key)) return keysOf(key.expression)
    if (ts.isConditionalExpression(key)) return [...keysOf(key.whenTrue), ...keysOf(key.whenFalse)]
    if (ts.isTemplateExpression(key))
      return key.templateSpans.reduce(
        (/** @type {string[]} */ begun, { expression, literal }) =>
          keysOf(expression).flatMap((middle) => begun.map((start) => start + middle + literal.text)),
        [key.head.text],
      )
    const type = checker.getTypeAtLocation(key)
    return literalsOf(type) ?? literalsOf(checker.getBaseConstraintOfType(type) ?? type) ?? ['*']
  }

  /** All possible values, if they are known. @param {ts.Type} type @returns {string[] | undefined} */
  function literalsOf(type) {
    const parts = (type.isUnion() ? type.types : [type]).filter(
      ({ flags }) => (flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Null)) === 0,
    )
    const words = parts.flatMap((part) => {
      if (part.isStringLiteral() || part.isNumberLiteral()) return [String(part.value)]
      return part.flags & ts.TypeFlags.BooleanLiteral ? [checker.typeToString(part)] : []
    })
    return words.length === parts.length ? words : undefined
  }
}

/** @param {ts.SourceFile} source */
function isOfPage({ fileName }) {
  return fileName.startsWith(inProject('web/src/')) && !/\.test\.|\/testing\//.test(fileName)
}

/** @param {ts.Node} node @returns {node is ts.JsxOpeningLikeElement} */
function isTrans(node) {
  const isElement = ts.isJsxSelfClosingElement(node) || ts.isJsxOpeningElement(node)
  return isElement && node.tagName.getText() === 'Trans'
}

/** @param {ts.JsxAttributes} attributes @param {string} name @returns {ts.Expression | undefined} */
function attributeOf({ properties }, name) {
  const found = properties.find((one) => ts.isJsxAttribute(one) && one.name.getText() === name)
  if (found === undefined || !ts.isJsxAttribute(found)) return undefined
  const { initializer } = found
  return initializer && ts.isJsxExpression(initializer) ? initializer.expression : initializer
}

/**
 * The texts of a language, with those of error codes under `errors`. @param {string} language @returns {Promise<Texts>}
 */
export async function textsOf(language) {
  const folder = inProject(`web/src/lib/i18n/${language}`)
  const texts = new Map(
    readdirSync(folder).map((file) => {
      const content = JSON.parse(readFileSync(`${folder}/${file}`, 'utf8'))
      return [file.replace('.json', ''), new Set(keysIn(content))]
    }),
  )
  const { errorTexts } = await tsImport('../packages/contract/src/error-message.ts', import.meta.url)
  const errors = new Set([...(texts.get('errors') ?? []), ...Object.keys(errorTexts[language])])
  return texts.set('errors', errors)
}

/**
 * Only keys of texts: a requested group of texts would be shown as its key.
 * @param {object} content @returns {string[]}
 */
export function keysIn(content) {
  return Object.entries(content).flatMap(([key, inner]) =>
    typeof inner === 'string' ? [key] : keysIn(inner).map((rest) => `${key}.${rest}`),
  )
}

/**
 * The keys without a text in the language.
 * @param {SaidText} said @param {Texts} texts @param {string} language
 */
export function missingOf({ features, keys, hasCount }, texts, language) {
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions()
  return keys.filter((key) => {
    // An unknown key could name any text or none, so its type must restrict it.
    if (key === '*') return true
    const [own, path] = key.includes(':') ? key.split(':', 2) : [undefined, key]
    return !(own === undefined ? features : [own]).some((feature) => isSaid(feature, path ?? ''))
  })

  /** @param {string} feature @param {string} key */
  function isSaid(feature, key) {
    const known = texts.get(feature) ?? new Set()
    if (key.includes('*')) return [...known].some((one) => patternOf(key).test(one))
    return known.has(key) || (hasCount && pluralCategories.every((form) => known.has(`${key}_${form}`)))
  }
}

/** @param {string} key */
function patternOf(key) {
  const parts = key.split('*').map((part) => part.replace(/[.$()[\]]/g, '\\$&'))
  return new RegExp(`^${parts.join('.+')}$`)
}
