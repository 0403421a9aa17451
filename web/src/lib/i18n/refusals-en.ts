import { errorTextsEn } from '@balcao/contract/error-texts-en'

export default { errors: errorTextsEn }
