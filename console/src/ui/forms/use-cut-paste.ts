import { type ClipboardEvent, type FormEvent, useState } from 'react'

type TextField = HTMLInputElement | HTMLTextAreaElement

/** Notices that a pasted text does not fit into a field: the browser cuts it at `maxLength` without a message. */
export function useCutPaste(maxLength: number | undefined) {
  const [isCut, setCut] = useState(false)
  return {
    note: isCut && maxLength ? `The pasted text was cut to fit ${maxLength} characters.` : null,
    handlers: {
      onPaste({ currentTarget, clipboardData }: ClipboardEvent<TextField>) {
        const { value, selectionStart, selectionEnd } = currentTarget
        const unselected = value.length - ((selectionEnd ?? 0) - (selectionStart ?? 0))
        const pasted = clipboardData.getData('text').replaceAll('\r\n', '\n')
        setCut(maxLength !== undefined && unselected + pasted.length > maxLength)
      },
      onInput({ nativeEvent }: FormEvent<TextField>) {
        if ((nativeEvent as InputEvent).inputType !== 'insertFromPaste') setCut(false)
      },
    },
  }
}
