import { describe, expect, test } from 'vitest'
import { inProject } from './project.mjs'
import { keysIn, missingOf, saidTexts, webProgram } from './said-texts.mjs'

/** @param {string} body of a component of the page */
function saidBy(body) {
  const file = inProject('web/src/features/sample.tsx')
  const source = `
    import type { TFunction } from 'i18next'
    import { Trans, useTranslation } from 'react-i18next'
    export function Sample({ kind, count }: { kind: 'one' | 'two'; count: number; word: string }) {
      const { t } = useTranslation('billing')
      ${body}
    }
    export const words = (t: TFunction<'tickets'>) => t('ofTickets')
  `
  const program = webProgram((host) => {
    const { getSourceFile, fileExists, readFile } = host
    host.fileExists = (name) => name === file || fileExists(name)
    host.readFile = (name) => (name === file ? source : readFile(name))
    host.getSourceFile = (name, ...rest) => getSourceFile(name, ...rest)
    return [file]
  })
  return saidTexts(program).filter(({ at }) => at.startsWith('web/src/features/sample.tsx'))
}

describe('I18N-01 the texts that the page requests', () => {
  test('are found with their namespaces and every key that their types allow', { timeout: 300_000 }, () => {
    const said = saidBy(`
      t('plain')
      t(count > 1 ? 'many' : 'few')
      t(\`step.\${kind}\`)
      t('items', { count })
      t(String(count))
      t('common:saved')
      useTranslation().t('close')
      return <><Trans t={t} i18nKey="rich" /><Trans ns="auth" i18nKey={\`how\${count}\`} /></>
    `)

    const found = said.map(({ features, keys, hasCount }) => [features, keys, hasCount])
    expect(found).toEqual([
      [['billing'], ['plain'], false],
      [['billing'], ['many', 'few'], false],
      [['billing'], ['step.one', 'step.two'], false],
      [['billing'], ['items'], true],
      [['billing'], ['*'], false],
      [['billing'], ['common:saved'], false],
      [['common'], ['close'], false],
      [['billing'], ['rich'], false],
      [['auth'], ['how*'], false],
      [['tickets'], ['ofTickets'], false],
    ])
  })

  const texts = new Map([
    ['billing', new Set(keysIn({ step: { storage: 'x' }, item_one: 'x', item_other: 'x', how1: 'x' }))],
    ['errors', new Set(['ERR_NOT_FOUND'])],
  ])
  /** @param {string} key @param {string} language @param {boolean} hasCount */
  const missing = (key, language = 'en', hasCount = false) =>
    missingOf({ at: '', features: ['billing'], keys: [key], hasCount }, texts, language)

  test.each([
    ['a text of the namespace', 'step.storage', []],
    ['one that lies in a group', 'storage', ['storage']],
    ['a group of texts', 'step', ['step']],
    ['a text of another namespace', 'errors:ERR_NOT_FOUND', []],
    ['a template of which a text is known', 'how*', []],
    ['a template of which none is known', 'why*', ['why*']],
    ['a key of which nothing is known', '*', ['*']],
  ])('%s: %s', (_, key, expected) => {
    expect(missing(key)).toEqual(expected)
  })

  test('with a number, every plural form of the language is required; without one, none is found', () => {
    expect(missing('item', 'en', true)).toEqual([])
    expect(missing('item', 'pt', true)).toEqual(['item']) // Portuguese has a form for millions
    expect(missing('item')).toEqual(['item'])
  })
})
