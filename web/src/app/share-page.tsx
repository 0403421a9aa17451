import { useTranslation } from 'react-i18next'
import { FilePreview } from '../features/messages/composer/file-preview'
import { addToDraft } from '../features/messages/drafts'
import { fileProblem, fileProblemText } from '../features/messages/outgoing'
import { SharePage } from '../features/shares/share-page'

export default function SharePageWithComposer() {
  const { t } = useTranslation('messages')
  return (
    <SharePage
      FilePreview={FilePreview}
      refusalOf={(file) => {
        const problem = fileProblem(file)
        return problem && fileProblemText(file, problem, t)
      }}
      addToDraft={addToDraft}
    />
  )
}
