export { errorTextsPt as errorTexts } from '@balcao/contract/error-texts-pt'
export default import.meta.glob<Record<string, unknown>>('./pt/*.json', { eager: true, import: 'default' })
