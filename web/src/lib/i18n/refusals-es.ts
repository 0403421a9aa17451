import { errorTextsEs } from '@balcao/contract/error-texts-es'

export default { errors: errorTextsEs }
