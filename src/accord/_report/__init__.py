"""What people and programs get to see."""
