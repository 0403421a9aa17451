import { readFileSync } from 'node:fs'
import { inProject } from './project.mjs'

/** The product's texts in a language: `words('tickets:acts.accept')`. @param {'pt' | 'en' | 'es'} language */
export function wordsIn(language) {
  /** @type {Map<string, any>} */
  const files = new Map()
  /** @param {string} key @returns {string} */
  return (key) => {
    const [name = '', path = ''] = key.split(':')
    if (!files.has(name)) {
      const file = inProject(`web/src/lib/i18n/${language}/${name}.json`)
      files.set(name, JSON.parse(readFileSync(file, 'utf8')))
    }
    const words = path.split('.').reduce((found, step) => found?.[step], files.get(name))
    if (typeof words !== 'string') throw new Error(`There are no words ${key} in ${language}`)
    return words
  }
}
/** @typedef {ReturnType<typeof wordsIn>} Words */
