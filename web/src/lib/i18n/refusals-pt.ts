import { errorTextsPt } from '@balcao/contract/error-texts-pt'

export default { errors: errorTextsPt }
