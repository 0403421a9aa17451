import type { FileListOptionView } from '@balcao/contract/file-lists'
import { limits } from '@balcao/domain/limits'
import { FilePlus2, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatFileSize } from '../../lib/file-size'
import { ChooseFileButton } from '../../ui/file-button'
import { IconButton } from '../../ui/icon-button'
import { ProgressBar } from '../../ui/progress-bar'
import { TextInput } from '../../ui/text-input'
import styles from './file-lists.module.css'
import type { UnsavedListFile } from './use-new-files'

interface ListFilesProps {
  readonly stored: readonly FileListOptionView[]
  readonly chosen: readonly UnsavedListFile[]
  readonly isWaiting: boolean
  readonly onRenameStored: (option: FileListOptionView, name: string) => void
  readonly onRemoveStored: (option: FileListOptionView) => void
  readonly onChoose: (files: readonly File[]) => void
  readonly onRename: (key: number, name: string) => void
  readonly onRemove: (key: number) => void
}

export function FileListFilesField(props: ListFilesProps) {
  const { stored, chosen, isWaiting } = props
  const { t } = useTranslation('fileLists')
  const { max } = limits.fileList.options
  const room = max - stored.length - chosen.length
  return (
    <fieldset className={styles.files}>
      <legend>{t('files')}</legend>
      <p className={styles.help}>{t('filesHelp', { max })}</p>
      {stored.length + chosen.length > 0 && (
        <ul>
          {stored.map((option) => (
            <FileRow
              key={option.id}
              name={option.name}
              isFixed={isWaiting}
              onRename={(name) => props.onRenameStored(option, name)}
              onRemove={() => props.onRemoveStored(option)}
              removeLabel={t('removeFile', { name: option.name })}
            >
              {option.path === null ? (
                <span>{t('noFile')}</span>
              ) : (
                <a href={option.path} target="_blank" rel="noreferrer">
                  {option.file} · {formatFileSize(option.sizeBytes ?? 0)}
                </a>
              )}
            </FileRow>
          ))}
          {chosen.map(({ key, name, file, share, problem }) => (
            <FileRow
              key={`new-${key}`}
              name={name}
              isFixed={isWaiting}
              onRename={(written) => props.onRename(key, written)}
              onRemove={() => props.onRemove(key)}
              removeLabel={t(share === null ? 'removeFile' : 'cancelFile', { name })}
            >
              <span>
                {file.name} · {formatFileSize(file.size)}
              </span>
              {share !== null && (
                <ProgressBar percent={share < 1 ? share * 100 : undefined} label={t('sending', { name })} />
              )}
              {problem !== null && (
                <span role="alert" className={styles.problem}>
                  {problem}
                </span>
              )}
            </FileRow>
          ))}
        </ul>
      )}
      <ChooseFileButton
        size="small"
        icon={FilePlus2}
        label={t('choose')}
        multiple
        disabled={isWaiting || room <= 0}
        onFiles={(files) => props.onChoose(files.slice(0, room))}
      />
      {room <= 0 && <p className={styles.help}>{t('full', { max })}</p>}
    </fieldset>
  )
}

interface FileRowProps {
  readonly name: string
  readonly isFixed: boolean
  readonly removeLabel: string
  readonly onRename: (name: string) => void
  readonly onRemove: () => void
  readonly children: ReactNode
}

function FileRow({ name, isFixed, removeLabel, onRename, onRemove, children }: FileRowProps) {
  const { t } = useTranslation('fileLists')
  return (
    <li className={styles.file}>
      <div className={styles.fileWords}>
        <TextInput
          value={name}
          disabled={isFixed}
          aria-label={t('fileName')}
          maxLength={limits.fileList.optionName.max}
          onChange={({ target }) => onRename(target.value)}
        />
        {children}
      </div>
      <IconButton icon={X} iconSize={18} label={removeLabel} onClick={onRemove} />
    </li>
  )
}
