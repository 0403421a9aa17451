import { useTranslation } from 'react-i18next'
import { UnsentFilePreview } from '../features/messages/composer/file-preview'
import { addToDraft } from '../features/messages/drafts'
import { uploadProblemOf, uploadProblemText } from '../features/messages/outgoing'
import { SharePage } from '../features/shares/share-page'

export default function SharePageWithComposer() {
  const { t } = useTranslation('messages')
  return (
    <SharePage
      FilePreview={UnsentFilePreview}
      refusalOf={(file) => {
        const problem = uploadProblemOf(file)
        return problem && uploadProblemText(file, problem, t)
      }}
      addToDraft={addToDraft}
    />
  )
}
