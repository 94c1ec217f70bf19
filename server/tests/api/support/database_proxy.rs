//! A way to the database that can be cut.

use std::io::copy;
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream, ToSocketAddrs as _};
use std::sync::{Arc, Mutex};

/// A proxy to the database that can be cut off and put back.
#[derive(Clone)]
pub struct Proxy {
    pub address: SocketAddr,
    is_cut: Arc<Mutex<bool>>,
    streams: Arc<Mutex<Vec<TcpStream>>>,
}

impl Proxy {
    /// Listens for connections to that address.
    pub fn to(target: SocketAddr) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let proxy = Self {
            address: listener.local_addr().unwrap(),
            is_cut: Arc::default(),
            streams: Arc::default(),
        };
        let own = proxy.clone();
        std::thread::spawn(move || {
            for client in listener.incoming().map_while(Result::ok) {
                if *own.is_cut.lock().unwrap() {
                    continue;
                }
                let server = TcpStream::connect(target).unwrap();
                own.streams.lock().unwrap().push(client.try_clone().unwrap());
                for (from, to) in [
                    (client.try_clone().unwrap(), server.try_clone().unwrap()),
                    (server, client),
                ] {
                    std::thread::spawn(move || {
                        let _ = copy(&mut &from, &mut &to);
                        let _ = to.shutdown(Shutdown::Both);
                    });
                }
            }
        });
        proxy
    }

    /// Ends all connections, and takes no new ones.
    pub fn cut(&self) {
        *self.is_cut.lock().unwrap() = true;
        for stream in self.streams.lock().unwrap().drain(..) {
            let _ = stream.shutdown(Shutdown::Both);
        }
    }

    /// Takes connections again.
    pub fn mend(&self) {
        *self.is_cut.lock().unwrap() = false;
    }
}

/// Host and port of a database's address.
pub fn place_of(url: &str) -> (&str, SocketAddr) {
    let (_, rest) = url.split_once('@').unwrap();
    let (place, _) = rest.split_once('/').unwrap();
    (place, place.to_socket_addrs().unwrap().next().unwrap())
}
