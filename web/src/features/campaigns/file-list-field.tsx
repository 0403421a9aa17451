import type { FileListView } from '@balcao/contract/file-lists'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AutocompleteField } from '../../ui/autocomplete-field'
import { useFileListChoices } from './api/choices'

interface FileListFieldProps {
  readonly chosen: Pick<FileListView, 'id' | 'name'> | null
  readonly disabled: boolean
  readonly onChoose: (list: FileListView | null) => void
}

/** Chooses the file list (CAMP-16): from the first page by name, or by typing a part of its name. */
export function FileListField({ chosen, disabled, onChoose }: FileListFieldProps) {
  const { t } = useTranslation('campaigns')
  const [text, setText] = useState(chosen?.name ?? '')
  const { lists, isSearching } = useFileListChoices(text === chosen?.name ? '' : text)
  return (
    <AutocompleteField<Pick<FileListView, 'id' | 'name'>>
      label={t('fileList')}
      help={t('fileListHelp')}
      placeholder={t('noFileList')}
      none={t('noFileListFound')}
      disabled={disabled}
      openOnFocus
      options={lists}
      isSearching={isSearching}
      value={chosen}
      text={text}
      keyOf={({ id }) => id}
      nameOf={({ name }) => name}
      onText={setText}
      onChoose={(next) => onChoose(lists.find(({ id }) => id === next?.id) ?? null)}
    />
  )
}
