import { isWebUrl } from '@aichat/contracts/kit/common'
import { useState } from 'react'

/** The state of a field for a web address, which shows an invalid one once it is left or submitted. */
export function useWebAddress(invalidSentence: string) {
  const [value, setValue] = useState('')
  const [isChecked, setChecked] = useState(false)
  const address = value.trim()
  const isInvalid = address !== '' && !isWebUrl(address)
  return {
    address,
    setAddress: setValue,
    /** Whether the address can be submitted; otherwise its error is shown from now on. */
    check() {
      setChecked(true)
      return address !== '' && !isInvalid
    },
    field: {
      value,
      error: isChecked && isInvalid ? invalidSentence : undefined,
      onChange: (event: { target: { value: string } }) => setValue(event.target.value),
      onBlur: () => setChecked(true),
    },
  }
}
