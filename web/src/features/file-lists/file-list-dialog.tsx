import type { FileListView } from '@balcao/contract/file-lists'
import type { FileListId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../ui/form-dialog'
import { TextField } from '../../ui/text-field'
import { showToast } from '../../ui/toasts'
import { useDelayedSubmit } from '../../ui/use-submit'
import { useSaveFileList } from './api/file-lists'
import { FileListFilesField } from './list-files'
import { useUnsavedListFiles } from './use-new-files'

interface Values {
  name: string
  message: string
}

/** Saving stores the list, then uploads its new files. After a failed upload the dialog stays open. */
export function FileListDialog({ list, onClose }: { list: FileListView | null; onClose: () => void }) {
  const { t } = useTranslation('fileLists')
  const [savedId, setSavedId] = useState<FileListId | null>(list?.id ?? null)
  const [stored, setStored] = useState(list?.options ?? [])
  const chosen = useUnsavedListFiles()
  const save = useSaveFileList()
  const { register, handleSubmit, formState } = useForm<Values>({
    defaultValues: { name: list?.name ?? '', message: list?.message ?? '' },
  })
  const { submit, isWaiting } = useDelayedSubmit(async (values: Values) => {
    const options = stored.map(({ id, name }) => ({ id, name }))
    const { id, options: kept } = await save.mutateAsync({ id: savedId, ...values, options })
    setSavedId(id)
    setStored(kept)
    const isWhole = await chosen.send(id, setStored)
    if (!isWhole) return showToast('error', t('someFailed'))
    showToast('success', t('saved'))
    onClose()
  })
  const { errors } = formState
  return (
    <FormDialog
      title={list === null ? t('newTitle') : t('editTitle')}
      onClose={onClose}
      onSubmit={handleSubmit(submit)}
      isWaiting={isWaiting}
      isDirty={formState.isDirty || chosen.files.length > 0 || stored !== (list?.options ?? stored)}
      width={600}
    >
      <TextField
        label={t('name')}
        autoFocus
        error={errors.name?.message}
        maxLength={limits.fileList.name.max}
        {...register('name', {
          validate: (written) => {
            const { length } = written.trim()
            if (length === 0) return t('required')
            return length >= limits.fileList.name.min || t('nameTooShort')
          },
        })}
      />
      <TextField
        label={t('message')}
        help={t('messageHelp')}
        error={errors.message?.message}
        multiline
        minRows={3}
        maxRows={10}
        maxLength={limits.messageText.max}
        {...register('message', { validate: (written) => written.trim() !== '' || t('required') })}
      />
      <FileListFilesField
        stored={stored}
        chosen={chosen.files}
        isWaiting={isWaiting}
        onRenameStored={({ id }, name) =>
          setStored((options) => options.map((one) => (one.id === id ? { ...one, name } : one)))
        }
        onRemoveStored={({ id }) => setStored((options) => options.filter((one) => one.id !== id))}
        onChoose={chosen.add}
        onRename={chosen.rename}
        onRemove={chosen.remove}
      />
    </FormDialog>
  )
}
