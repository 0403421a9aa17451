export { errorTextsEn as errorTexts } from '@balcao/contract/error-texts-en'
export default import.meta.glob<Record<string, unknown>>('./en/*.json', { eager: true, import: 'default' })
