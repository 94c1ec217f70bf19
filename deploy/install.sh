#!/bin/sh
# Installs Moyan on a Debian 12 or later, with PostgreSQL, and with Caddy for certificates. It asks for the name of the
# console, the names of sites, mail and the administrator, and tries each. It can be run again: what is there stays, and
# what was answered is proposed.
#
# Usage, as root, beside moyan_VERSION_ARCHITECTURE.deb: sh install.sh [FILE.deb]
#
# Answers may come as variables; without a terminal they must:
#   CONSOLE_NAME    the editor and the console, such as moyan.example.com
#   SITE_DOMAIN     sites have names below it, such as sites.example.com; "-" for none
#   SMTP_URL        the mail server, such as smtps://NAME:PASSWORD@mail.example.com; "-" for none
#   MAIL_FROM       the sender of mails, such as Moyan <no-reply@example.com>
#   ADMIN_EMAIL     the address of the administrator
#   ADMIN_PASSWORD  without it one is drawn, and shown
#   ACME_DIRECTORY  a certificate authority other than Let's Encrypt
#   ACME_ROOT       the file of its root certificate, which this machine then trusts
set -eu
cd /
umask 077

settings=/etc/moyan/moyan.env
secrets=/etc/moyan/secrets
caddyfile=/etc/caddy/Caddyfile
mark='# Written by install.sh of Moyan: changes are lost when it is run again.'

# Variables that are exported reach every program that is started here, also those of other users: these do not.
for name in SMTP_URL ADMIN_PASSWORD; do
	eval "value=\${$name-}"
	unset "$name"
	eval "$name=\$value"
done

say() { printf '\n== %s\n' "$*"; }

fail() {
	printf 'install.sh: %s\n' "$*" >&2
	exit 1
}

# setting NAME: its last value in moyan.env, without quotes.
setting() {
	[ ! -f "$settings" ] || sed -n "s/^$1=//p" "$settings" | tail -1 | sed 's/^"\(.*\)"$/\1/'
}

# ask VARIABLE QUESTION DEFAULT: keeps what the variable has, else what is typed, else the default.
ask() {
	eval "answer=\${$1-}"
	if [ -z "$answer" ] && [ -t 0 ]; then
		printf '%s%s: ' "$2" "${3:+ [$3]}"
		read -r answer
	fi
	answer=${answer:-$3}
	[ -n "$answer" ] || fail "$1 is missing: $2"
	case $answer in *'
'*) fail "$1 has more than one line" ;; esac
	eval "$1=\$answer"
}

# Each name is part of a file that Caddy reads.
is_name() { printf '%s\n' "$1" | grep -Eqx '[a-z0-9-]+(\.[a-z0-9-]+)+'; }

look_at_the_machine() {
	[ "$(id -u)" = 0 ] || fail 'it must be run as root'
	[ -d /run/systemd/system ] || fail 'systemd does not run here'
	version=$(. /etc/os-release && [ "$ID" = debian ] && echo "${VERSION_ID-99}") ||
		fail 'this is not a Debian: operating.md says how to install by hand'
	[ "${version%%.*}" -ge 12 ] || fail "Debian $version is too old: 12 or later is needed"
	if [ -n "${1-}" ]; then
		package=$1
	else
		package=$(ls "$here"/moyan_*_"$(dpkg --print-architecture)".deb 2>/dev/null | sort -V | tail -1)
	fi
	[ -f "$package" ] || fail 'the package is missing: put moyan_….deb beside this script, or name it'
	package=$(realpath "$package")
	may_write_caddyfile ||
		fail "$caddyfile is in use: move it away, or install by hand as operating.md says"
}

ask_all() {
	before=$(setting PUBLIC_URL)
	ask CONSOLE_NAME 'Name of the editor and the console, such as moyan.example.com' "${before#https://}"
	is_name "$CONSOLE_NAME" || fail "CONSOLE_NAME: $CONSOLE_NAME is no name such as moyan.example.com"
	before=$(setting SITE_DOMAIN)
	ask SITE_DOMAIN 'Domain whose names are those of sites, such as sites.example.com, or -' "${before:--}"
	[ "$SITE_DOMAIN" = - ] || is_name "$SITE_DOMAIN" ||
		fail "SITE_DOMAIN: $SITE_DOMAIN is no name such as sites.example.com"
	# What is there has a password, and is not shown.
	if has_source SMTP_URL; then before=keep; else before=-; fi
	ask SMTP_URL 'Mail server, such as smtps://NAME:PASSWORD@mail.example.com, - for none, or keep' "$before"
	if [ "$SMTP_URL" != - ] && [ "$SMTP_URL" != keep ]; then
		before=$(setting MAIL_FROM)
		ask MAIL_FROM 'Sender of mails' "${before:-Moyan <no-reply@$CONSOLE_NAME>}"
		case $MAIL_FROM in *[\"\\\$\`]*) fail 'MAIL_FROM: quotes, \, $ and ` are not possible here' ;; esac
	fi
	if ! has_administrator; then
		ask ADMIN_EMAIL 'Address of the administrator' ''
		case $ADMIN_EMAIL in *[\"\\\ ]* | *@*@*) fail "ADMIN_EMAIL: $ADMIN_EMAIL is no address" ;; *?@?*) ;;
		*) fail "ADMIN_EMAIL: $ADMIN_EMAIL is no address" ;; esac
	fi
}

# Whether a secret has a source already: a variable, a file that is named and there, or a credential of systemd.
has_source() {
	[ -f "$settings" ] || return 1
	file=$(setting "$1_FILE")
	grep -q "^$1=." "$settings" || { [ -n "$file" ] && [ -f "$file" ]; } ||
		systemctl cat moyan.service 2>/dev/null | grep -Eq "^(LoadCredential|SetCredential)[A-Za-z]*=$1:"
}

# In the database that this script makes: another one has its administrators already.
has_administrator() {
	if [ -f "$settings" ] && has_source DATABASE_URL && ! is_own_database; then return 0; fi
	[ "$(runuser -u postgres -- psql -tAqc 'select count(*) > 0 from users where is_admin' moyan 2>/dev/null)" = t ]
}

is_own_database() {
	[ "$(setting DATABASE_URL_FILE)" = $secrets/DATABASE_URL ] &&
		grep -q '^postgres:///moyan?host=/run/postgresql$' $secrets/DATABASE_URL 2>/dev/null
}

# leads_here NAME RECORD: fails when nobody knows the name.
leads_here() {
	getent ahosts "$1" >/dev/null ||
		fail "$1 has no address: make an A record for $2 that points to this machine, and run this again"
}

try_names() {
	leads_here "$CONSOLE_NAME" "$CONSOLE_NAME"
	[ "$SITE_DOMAIN" = - ] || leads_here "any.$SITE_DOMAIN" "*.$SITE_DOMAIN"
	for port in 80 443; do
		holder=$(ss -Hltnp "sport = :$port" 2>/dev/null | sed -n 's/.*users:(("\([^"]*\)".*/\1/p' | head -1)
		[ -z "$holder" ] || [ "$holder" = caddy ] ||
			fail "port $port is held by $holder: Caddy needs it; stop $holder, or install by hand as operating.md says"
	done
}

install_packages() {
	export DEBIAN_FRONTEND=noninteractive
	umask 022 # What packages make is for everybody.
	apt-get -qq update
	apt-get -qq install --yes --no-install-recommends ca-certificates openssl curl iproute2 postgresql caddy >/dev/null
	# What an operator edited stays.
	apt-get -qq install --yes --no-install-recommends -o Dpkg::Options::=--force-confold "$package" >/dev/null
	umask 077
}

# draw_secret NAME: a random one, unless it has a source.
draw_secret() {
	has_source "$1" || openssl rand -hex 32 | write_secret "$1"
}

# write_secret NAME: keeps standard input as a secret of the service.
write_secret() {
	install -o moyan -g moyan -m 0400 /dev/stdin "$secrets/$1"
	set_variable "$1_FILE" "$secrets/$1"
}

# set_variable NAME [VALUE]: in moyan.env; without a value the line becomes a comment. The sample has a comment for each.
set_variable() {
	NAME=$1 VALUE=${2-} awk '
		{ name = $0; sub(/=.*/, "", name) }
		name == ENVIRON["NAME"] { line[NR] = 1; at = NR }
		name == "#" ENVIRON["NAME"] && !comment { comment = NR }
		{ text[NR] = $0 }
		END {
			new = ENVIRON["NAME"] "=" ENVIRON["VALUE"]
			if (!at) at = comment
			for (i = 1; i <= NR; i++) {
				if (ENVIRON["VALUE"] != "" && i == at) print new
				else if (i in line) print "#" text[i]
				else print text[i]
			}
			if (!at && ENVIRON["VALUE"] != "") print new
		}' "$settings" >"$settings.new"
	chown root:moyan "$settings.new"
	chmod 0640 "$settings.new"
	mv "$settings.new" "$settings"
}

make_database() {
	has_source DATABASE_URL && ! is_own_database && return
	systemctl start postgresql
	as_postgres() { runuser -u postgres -- "$@"; }
	[ -n "$(as_postgres psql -tAc "select 1 from pg_roles where rolname = 'moyan'")" ] || as_postgres createuser moyan
	[ -n "$(as_postgres psql -tAc "select 1 from pg_database where datname = 'moyan'")" ] ||
		as_postgres createdb -O moyan -E UTF8 -T template0 moyan
	has_source DATABASE_URL || echo 'postgres:///moyan?host=/run/postgresql' | write_secret DATABASE_URL
}

configure() {
	draw_secret JWT_SECRET
	draw_secret MERCHANT_KEYS_SECRET
	set_variable PUBLIC_URL "https://$CONSOLE_NAME"
	case $SITE_DOMAIN in -) set_variable SITE_DOMAIN ;; *) set_variable SITE_DOMAIN "$SITE_DOMAIN" ;; esac
	if has_wildcard; then set_variable SITE_DOMAIN_WILDCARD true; else set_variable SITE_DOMAIN_WILDCARD; fi
	case $SMTP_URL in
	keep) ;;
	-) for name in SMTP_URL SMTP_URL_FILE; do set_variable $name; done ;;
	*)
		set_variable SMTP_URL
		printf '%s\n' "$SMTP_URL" | write_secret SMTP_URL
		set_variable MAIL_FROM "\"$MAIL_FROM\""
		;;
	esac
}

# Whether a certificate for all names below SITE_DOMAIN is there.
has_wildcard() {
	[ "$SITE_DOMAIN" != - ] && [ -f /etc/moyan/tls/sites.key ] &&
		openssl x509 -noout -checkhost "any.$SITE_DOMAIN" -in /etc/moyan/tls/sites.crt 2>/dev/null |
		grep -q 'does match certificate'
}

# Not over a file that somebody else wrote: Debian's own may go.
may_write_caddyfile() {
	[ -f $caddyfile ] || return 0
	[ "$(head -1 $caddyfile)" != "$mark" ] || return 0
	original=$(dpkg-query -W -f '${Conffiles}' caddy | sed -n "s|^ $caddyfile ||p")
	[ "$(md5sum <$caddyfile | cut -d ' ' -f 1)" = "${original%% *}" ]
}

# caddy_option NAME: what an earlier run has written.
caddy_option() { sed -n "s/^	$1 //p" $caddyfile 2>/dev/null | head -1; }

write_caddyfile() {
	if [ -n "${ACME_ROOT-}" ]; then
		install -m 0644 "$ACME_ROOT" /usr/local/share/ca-certificates/moyan-acme-root.crt
		(umask 022 && update-ca-certificates >/dev/null 2>&1)
	fi
	if has_wildcard; then wildcard=yes; else wildcard=; fi
	{
		echo "$mark"
		ADDRESS=${ADMIN_EMAIL:-$(caddy_option email)} DIRECTORY=${ACME_DIRECTORY:-$(caddy_option acme_ca)} \
			WILDCARD=$wildcard awk '
			/^\*\.sites\.example\.com/ && !ENVIRON["WILDCARD"] { skip = 1 }
			skip { if (/^}/) skip = 0; next }
			{ print }
			/^{/ {
				if (ENVIRON["ADDRESS"]) print "\temail " ENVIRON["ADDRESS"]
				if (ENVIRON["DIRECTORY"]) print "\tacme_ca " ENVIRON["DIRECTORY"]
			}' /usr/share/moyan/Caddyfile |
			sed -e "s/^moyan\.example\.com/$CONSOLE_NAME/" -e "s/^\*\.sites\.example\.com/*.$SITE_DOMAIN/"
	} >$caddyfile.new
	chmod 0644 $caddyfile.new
	# As its user: it must be able to read the certificates, too.
	runuser -u caddy -- caddy validate --adapter caddyfile --config $caddyfile.new >/dev/null 2>&1 ||
		fail "Caddy does not take it: runuser -u caddy -- caddy validate --adapter caddyfile --config $caddyfile.new"
	mv $caddyfile.new $caddyfile
}

# ask_here ARGUMENT…: curl, which takes the name of the console for this machine, wherever it leads so far.
ask_here() {
	curl --silent --fail --output /dev/null --max-time 20 --resolve "$CONSOLE_NAME:443:127.0.0.1" "$@"
}

start() {
	systemctl enable --quiet moyan.socket moyan.service moyan-backup.timer caddy
	systemctl start moyan.socket moyan-backup.timer
	systemctl restart moyan.service || fail 'the service does not start: journalctl -u moyan says why'
	timeout 60 systemctl reload-or-restart caddy || fail 'Caddy does not start: journalctl -u caddy says why'
	for _ in $(seq 60); do
		if ask_here "https://$CONSOLE_NAME/readyz"; then return; fi
		sleep 1
	done
	fail "https://$CONSOLE_NAME/readyz does not answer 200: does the name lead to this machine, and are ports 80 and 443 open?
journalctl -u caddy says why there is no certificate, journalctl -u moyan why the server is not ready"
}

# run_moyan ARGUMENT…: with the user, the variables and the credentials of the service, and nothing else.
run_moyan() {
	credentials=$(systemctl cat moyan.service | sed -n 's/^\(LoadCredential[A-Za-z]*=[^ ]*\)$/--property=\1/p')
	# A word each.
	# shellcheck disable=SC2086
	systemd-run --quiet --pipe --wait --collect --property=User=moyan --property=Group=moyan \
		--property=EnvironmentFile=$settings $credentials /usr/bin/moyan "$@"
}

make_administrator() {
	drawn=
	if [ -z "$ADMIN_PASSWORD" ]; then
		ADMIN_PASSWORD=$(openssl rand -base64 18)
		drawn=yes
	fi
	printf '%s\n' "$ADMIN_PASSWORD" | run_moyan user create "$ADMIN_EMAIL" --nickname Admin --admin
	# At once: nobody can read it later, whatever comes next.
	[ -z "$drawn" ] || echo "$ADMIN_EMAIL logs in with the password $ADMIN_PASSWORD: change it under “Account”."
	# New spaces cannot publish: their own must.
	run_moyan user plan "$ADMIN_EMAIL" professional >/dev/null ||
		fail "the space of $ADMIN_EMAIL has no plan yet: moyan user plan $ADMIN_EMAIL professional"
	# The password goes through standard input: everybody can read the arguments of a program.
	printf '{"identifier":"%s","identityType":"email","device":"web","passwd":"%s"}' \
		"$ADMIN_EMAIL" "$(printf %s "$ADMIN_PASSWORD" | sed 's/[\\"]/\\&/g')" |
		ask_here --header 'content-type: application/json' --data @- \
			"https://$CONSOLE_NAME/api/account/loginByIdentifier" ||
		fail "$ADMIN_EMAIL cannot log in: journalctl -u moyan says why"
}

here=$(dirname "$(realpath "$0")")
look_at_the_machine "$@"
ask_all
say 'Names and ports'
try_names
say 'Packages of Debian and Moyan, a minute or two'
install_packages
say 'Database, secrets, configuration'
make_database
configure
write_caddyfile
say "Server, and a certificate for $CONSOLE_NAME"
start
if ! has_administrator; then
	say "Administrator $ADMIN_EMAIL"
	make_administrator
fi
say 'A first backup, and moyan doctor'
systemctl start moyan-backup.service || true # Doctor says that there is none.
status=0
run_moyan doctor || status=$?
say "Moyan is at https://$CONSOLE_NAME"
has_source SMTP_URL || echo 'Without a mail server nobody can register: run this again with one.'
if [ "$SITE_DOMAIN" != - ] && ! has_wildcard; then
	echo "Each name below $SITE_DOMAIN gets a certificate of its own, at most fifty new ones a week. Put a certificate for"
	echo "*.$SITE_DOMAIN into /etc/moyan/tls as sites.crt and sites.key, and run this again."
fi
exit $status
