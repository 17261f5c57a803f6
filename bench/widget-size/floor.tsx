import { render } from 'preact'
import { useState } from 'preact/hooks'
import { io } from 'socket.io-client'

/** A minimal chat as the bare limit: a list, a field and a connection. */
function Floor() {
  const [messages, setMessages] = useState(['Hello'])
  return (
    <main>
      <ul>
        {messages.map((message) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
      <textarea aria-label="Message" onChange={(event) => setMessages([event.currentTarget.value])} />
    </main>
  )
}

io('/visitor', { transports: ['websocket'] })
render(<Floor />, document.getElementById('root') as HTMLElement)
