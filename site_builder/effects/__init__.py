"""What touches the machine: files, git, processes, sockets; nothing here decides what a page says."""
