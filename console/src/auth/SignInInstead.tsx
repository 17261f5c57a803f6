import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { textLink } from '../ui/text-link.ts'

/** The footer of the pages that create an account. */
export function SignInInstead() {
  return (
    <>
      Already have an account?{' '}
      <Link to={paths.login} className={textLink}>
        Sign in
      </Link>
    </>
  )
}
